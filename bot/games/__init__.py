"""The rules of the patiences: pure, without Telegram, pictures, database, clock or chance.

One file for each patience; ``registry`` lists them, and the others hold for all.
"""
