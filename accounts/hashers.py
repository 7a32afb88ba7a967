"""Password hashing with little memory."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class LowMemoryArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with OWASP's parameters: 19 MiB, two passes, one lane.

    Django's default takes 100 MiB for each log-in in progress, more than the whole web process.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
