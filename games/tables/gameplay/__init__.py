"""What happens when somebody decides: moves, what follows from them, results."""
