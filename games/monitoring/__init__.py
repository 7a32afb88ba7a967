"""The app that watches the site: heartbeats, figures, /metrics, /healthz."""
