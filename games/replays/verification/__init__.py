"""Verification: audits of ended matches as jobs, and their stored results."""
