"""Install pgmq's functions, so that this database can be the broker as well."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from pgmq.install import get_embedded_install_sql


def install(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'pgmq'")
        if cursor.fetchone() is None:
            cursor.execute(get_embedded_install_sql())


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
