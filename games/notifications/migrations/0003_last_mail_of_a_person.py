"""When somebody was last mailed is found without reading a month of their deliveries."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0002_list_topics_formats")]

    operations = [
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("channel", "mail"), ("sent_at__isnull", False)),
                fields=["recipient", "sent_at"],
                name="delivery_last_mail",
            ),
        ),
    ]
