"""The pages that people open and leaf through: days, leaders, statistics, rules, settings."""
