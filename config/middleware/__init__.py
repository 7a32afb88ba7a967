"""What every request passes, whoever sends it: limits, security headers, compression, a database that is away."""
