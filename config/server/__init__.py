"""Running the site: `serve`, its processes, the web server, live updates, workers, backups."""
