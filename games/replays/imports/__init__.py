"""Imported records: checked, stored, shown."""
