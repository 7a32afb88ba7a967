"""The pages of talk and company."""
