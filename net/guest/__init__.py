"""A guest's end of the line: the link, the client around it, what it is told."""
