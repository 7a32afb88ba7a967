"""Password hashing that fits into a small machine."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class LowMemoryArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with OWASP's parameters of 19 MiB, two passes, one lane.

    Django's own default takes 100 MiB for every log-in in flight, which is more than the whole web process.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
