"""Handlers: parse, call the session, reply."""
