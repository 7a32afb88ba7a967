"""Audits of ended matches as jobs, and their results."""
