"""Reports: submission, evidence, the queue, decisions."""
