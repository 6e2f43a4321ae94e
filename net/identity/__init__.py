"""Who somebody is: keys, invites, and spoken codes that let a stranger in."""
