"""The sandbox's page, driven in Chromium."""
