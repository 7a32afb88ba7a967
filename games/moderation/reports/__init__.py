"""Reports: submitting one, evidence, the queue, decisions."""
