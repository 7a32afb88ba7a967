"""What staff may do to people: permissions, conflicts of interest, approvals, sanctions."""
