"""The checkers that are handed out: verify_record.py and verify_match.pyz."""
