"""What every request passes: sanctions, and the language its person has chosen."""
