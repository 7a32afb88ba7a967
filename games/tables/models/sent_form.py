"""Forms already handled, so that submitting one again creates nothing twice."""

from django.conf import settings
from django.db import models

KEY_LENGTH = 64
RESULT_LENGTH = 20


class SentForm(models.Model):
    """The result of a submitted form. `key` is a digest of the page's form key and the submitted values."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=KEY_LENGTH)
    result = models.CharField(max_length=RESULT_LENGTH, blank=True)  # id of the created object
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="sent_form_once")]

    def __str__(self) -> str:
        return f"form {self.pk}"
