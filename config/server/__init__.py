"""How the site runs: `serve`, its processes, the web server, live updates, workers, backups."""
