"""What is done about each update: parse, call ``play``, reply. One file an area, in three folders.

What all of them share stands in this folder itself. No rule, no sentence and no SQL belongs here,
and nothing that runs without being asked: that is ``jobs``.
"""
