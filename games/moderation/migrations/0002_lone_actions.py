import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('moderation', '0002_words_and_categories'),
        ('moderation', '0003_lone_action_notice'),
    ]

    dependencies = [
        ('moderation', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='moderationaction',
            name='action',
            field=models.CharField(choices=[('freeze', 'Freeze'), ('thaw', 'Unfreeze'), ('void', 'Cancel match'), ('seat-to-bot', 'Seat to a bot'), ('seat-back', 'Seat back to its person'), ('extend', 'Give more time'), ('play', 'Play for a seat'), ('remove', 'Remove a person')], max_length=16),
        ),
        migrations.AlterField(
            model_name='proposedaction',
            name='action',
            field=models.CharField(choices=[('freeze', 'Freeze'), ('thaw', 'Unfreeze'), ('void', 'Cancel match'), ('seat-to-bot', 'Seat to a bot'), ('seat-back', 'Seat back to its person'), ('extend', 'Give more time'), ('play', 'Play for a seat'), ('remove', 'Remove a person')], max_length=16),
        ),
        migrations.AlterField(
            model_name='report',
            name='category',
            field=models.CharField(choices=[('cheating', 'Cheating or collusion'), ('abuse', 'Insults, hate or spam'), ('stalling', 'Stalling on purpose'), ('name', 'Name or profile'), ('house', 'The cards seem rigged'), ('account', 'Somebody else plays as this person'), ('other', 'Something else')], max_length=10),
        ),
        migrations.CreateModel(
            name='LoneActionNotice',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='lone_action_notice', serialize=False, to='tables.table')),
                ('actions', models.JSONField(default=list)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.AlterField(
            model_name='moderationaction',
            name='action',
            field=models.CharField(choices=[('freeze', 'Freeze'), ('thaw', 'Unfreeze'), ('void', 'Cancel match'), ('seat-to-bot', 'Seat to a bot'), ('seat-back', 'Seat back to the player'), ('extend', 'Give more time'), ('play', 'Play for a seat'), ('remove', 'Remove a person')], max_length=16),
        ),
        migrations.AlterField(
            model_name='proposedaction',
            name='action',
            field=models.CharField(choices=[('freeze', 'Freeze'), ('thaw', 'Unfreeze'), ('void', 'Cancel match'), ('seat-to-bot', 'Seat to a bot'), ('seat-back', 'Seat back to the player'), ('extend', 'Give more time'), ('play', 'Play for a seat'), ('remove', 'Remove a person')], max_length=16),
        ),
        migrations.AlterField(
            model_name='report',
            name='category',
            field=models.CharField(choices=[('cheating', 'Cheating or collusion'), ('abuse', 'Insults, hate or spam'), ('stalling', 'Stalling on purpose'), ('name', 'Name or profile'), ('house', 'The cards seem rigged'), ('account', 'Someone else plays as this person'), ('other', 'Something else')], max_length=10),
        ),
        migrations.AlterField(
            model_name='report',
            name='outcome',
            field=models.CharField(blank=True, choices=[('', 'open'), ('upheld', 'Upheld: action was taken'), ('no-action', 'Reviewed, no action needed'), ('rejected', 'Not against the rules'), ('false', 'Reported in bad faith')], max_length=10),
        ),
    ]
