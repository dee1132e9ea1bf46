"""How often an account was signed out everywhere: its sessions from before are void."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0017_two_roles")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="sign_outs",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
