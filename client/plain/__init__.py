"""The line client, for pipes and screen readers."""
