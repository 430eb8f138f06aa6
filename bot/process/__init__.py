"""A process's life: start, updates in by polling or webhook, logs, alarm, stop within five seconds.

Whatever concerns the running program as a whole belongs here; what people are answered does not:
that begins in ``handlers``.
"""
