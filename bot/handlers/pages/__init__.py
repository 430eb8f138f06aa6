"""The pages that people open and leaf through: days, leaders, statistics, rules, settings, data.

A page is a ``Content``; what it counts is found in ``play`` and worded in ``texts``.
"""
