"""The inline keyboards, by what they stand under."""
