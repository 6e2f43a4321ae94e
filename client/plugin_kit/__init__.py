"""For authors of plugins: templates, the trial, fixtures for pytest."""
