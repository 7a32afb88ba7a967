"""Monitoring of the site: heartbeats, statistics, /metrics and health checks."""
