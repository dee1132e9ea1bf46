"""The tables of all models, as Django wrote them."""

import uuid

import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ("name", "id"),
            },
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("kind", models.CharField(choices=[("player", "Player"), ("account", "Account")], max_length=10)),
                ("mark", models.CharField(blank=True, max_length=32)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                "ordering": ("at", "id"),
            },
        ),
        migrations.CreateModel(
            name="GameResultRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "match", "round", "game", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("match", models.UUIDField()),
                ("round", models.PositiveSmallIntegerField()),
                ("game", models.PositiveSmallIntegerField()),
                ("points", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                (
                    "winners",
                    django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), size=None),
                ),
                ("reason", models.CharField(max_length=32)),
            ],
            options={
                "db_table": "league_gameresult",
                "ordering": ("match", "round", "game"),
            },
        ),
        migrations.CreateModel(
            name="MatchTotal",
            fields=[
                ("match", models.UUIDField(primary_key=True, serialize=False)),
                ("series", models.UUIDField(db_index=True, null=True)),
                ("game", models.CharField(max_length=64)),
                ("rules", models.CharField(max_length=16)),
                ("options", models.JSONField()),
                ("seats", django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(null=True), size=None)),
                ("rounds", models.JSONField()),
                ("points", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                (
                    "wins",
                    django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), size=None),
                ),
                (
                    "winners",
                    django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), size=None),
                ),
                ("games", models.PositiveSmallIntegerField()),
                ("complete", models.BooleanField()),
                ("revision", models.PositiveIntegerField()),
                ("outcome", models.CharField(default="unplayed", max_length=9)),
                ("sheet", models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="SealedSeed",
            fields=[
                ("match", models.UUIDField(primary_key=True, serialize=False)),
                ("seed", models.BinaryField(max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name="SeasonStanding",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "league",
                        "season",
                        "division",
                        "player",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("league", models.UUIDField()),
                ("season", models.PositiveIntegerField()),
                ("division", models.PositiveSmallIntegerField()),
                ("player", models.UUIDField(db_index=True)),
                ("place", models.PositiveIntegerField()),
                ("rank", models.PositiveIntegerField()),
                ("row", models.JSONField()),
            ],
            options={
                "ordering": ("league", "season", "division", "place"),
            },
        ),
        migrations.CreateModel(
            name="SeriesStanding",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "series", "player", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("series", models.UUIDField()),
                ("player", models.UUIDField()),
                ("matches", models.PositiveIntegerField()),
                ("match_wins", models.PositiveIntegerField()),
                ("games", models.PositiveIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("points", models.IntegerField()),
                ("rank", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ("series", "rank", "player"),
            },
        ),
        migrations.CreateModel(
            name="TournamentMatch",
            fields=[
                ("match", models.UUIDField(primary_key=True, serialize=False)),
                ("tournament", models.UUIDField(db_index=True)),
                ("round", models.PositiveSmallIntegerField()),
                ("table", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("match", models.UUIDField()),
                ("club", models.UUIDField()),
                ("state", models.CharField(max_length=9)),
                ("filed_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("revision", models.PositiveIntegerField(null=True)),
                ("against", models.UUIDField(null=True)),
            ],
            options={
                "ordering": ("filed_at", "id"),
                "indexes": [models.Index(fields=["club", "state", "filed_at", "id"], name="appeal_by_club")],
            },
        ),
        migrations.CreateModel(
            name="LeagueRow",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("club", models.UUIDField()),
                ("name", models.CharField(max_length=200)),
                ("game", models.CharField(max_length=64)),
                ("seasons", models.PositiveIntegerField()),
                ("revision", models.PositiveIntegerField()),
                ("created_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField()),
            ],
            options={
                "db_table": "league_league",
                "ordering": ("-created_at", "-id"),
                "indexes": [models.Index(fields=["club", "-created_at", "-id"], name="league_by_club")],
            },
        ),
        migrations.CreateModel(
            name="MatchRow",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("club", models.UUIDField()),
                ("series", models.UUIDField(null=True)),
                ("game", models.CharField(max_length=64)),
                ("rules", models.CharField(max_length=16)),
                ("level", models.CharField(max_length=5)),
                ("dealing", models.CharField(max_length=6)),
                ("seats", django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(null=True), size=None)),
                ("status", models.CharField(choices=[("running", "Running"), ("over", "Over")], max_length=7)),
                ("revision", models.PositiveIntegerField()),
                ("opened_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField()),
                ("outcome", models.CharField(default="unplayed", max_length=9)),
                ("sheet", models.JSONField(default=dict)),
                ("tournament", models.UUIDField(null=True)),
            ],
            options={
                "db_table": "league_match",
                "ordering": ("-opened_at", "-id"),
                "indexes": [
                    models.Index(fields=["club", "-opened_at", "-id"], name="match_by_club"),
                    models.Index(fields=["series"], name="match_by_series"),
                    models.Index(fields=["tournament"], name="match_by_tournament"),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatedMatch",
            fields=[
                ("match", models.UUIDField(primary_key=True, serialize=False)),
                ("club", models.UUIDField()),
                ("game", models.CharField(max_length=64)),
                ("day", models.DateField(null=True)),
                ("players", django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None)),
                (
                    "ranks",
                    django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), size=None),
                ),
                ("known", models.JSONField()),
            ],
            options={
                "indexes": [models.Index(fields=["game", "day"], name="rated_match_by_day")],
            },
        ),
        migrations.CreateModel(
            name="RatingRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game", "scope", "player", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game", models.CharField(max_length=64)),
                ("scope", models.UUIDField()),
                ("player", models.UUIDField()),
                ("ordinal", models.FloatField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("matches", models.PositiveIntegerField()),
                ("day", models.DateField()),
            ],
            options={
                "db_table": "league_rating",
                "ordering": ("game", "scope", "-ordinal", "player"),
                "indexes": [models.Index(fields=["game", "scope", "-ordinal", "player"], name="rating_by_rank")],
            },
        ),
        migrations.CreateModel(
            name="RatingDay",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game", "scope", "player", "day", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game", models.CharField(max_length=64)),
                ("scope", models.UUIDField()),
                ("player", models.UUIDField()),
                ("day", models.DateField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("matches", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ("game", "scope", "player", "-day"),
                "indexes": [models.Index(fields=["game", "scope", "day"], name="rating_day_by_day")],
            },
        ),
        migrations.CreateModel(
            name="SeasonEvent",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "league", "season", "tournament", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("league", models.UUIDField()),
                ("season", models.PositiveIntegerField()),
                ("tournament", models.UUIDField(db_index=True)),
                ("closed", models.BooleanField()),
                ("matches", django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None)),
            ],
            options={
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(
                        condition=models.Q(("closed", False)), fields=["matches"], name="season_event_by_match"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("game", models.CharField(max_length=64)),
                ("name", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="series", to="league.club"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "series",
                "ordering": ("-created_at", "id"),
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="teams", to="league.club"
                    ),
                ),
            ],
            options={
                "ordering": ("name", "id"),
            },
        ),
        migrations.CreateModel(
            name="TournamentRow",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("club", models.UUIDField()),
                ("name", models.CharField(max_length=200)),
                ("game", models.CharField(max_length=64)),
                ("phase", models.CharField(max_length=8)),
                ("entrants", models.PositiveIntegerField()),
                ("rounds", models.PositiveIntegerField()),
                ("players", django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None)),
                ("revision", models.PositiveIntegerField()),
                ("created_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField()),
            ],
            options={
                "db_table": "league_tournament",
                "ordering": ("-created_at", "-id"),
                "indexes": [models.Index(fields=["club", "-created_at", "-id"], name="tournament_by_club")],
            },
        ),
        migrations.CreateModel(
            name="TournamentStanding",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "tournament",
                        "stage",
                        "group",
                        "entrant",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("tournament", models.UUIDField()),
                ("stage", models.PositiveSmallIntegerField()),
                ("group", models.PositiveSmallIntegerField()),
                ("entrant", models.UUIDField()),
                ("place", models.PositiveIntegerField()),
                ("rank", models.PositiveIntegerField()),
                ("row", models.JSONField()),
            ],
            options={
                "ordering": ("tournament", "stage", "group", "place"),
                "indexes": [models.Index(fields=["tournament", "stage", "group", "place"], name="standing_by_place")],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("url", models.CharField(max_length=500)),
                (
                    "kinds",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=64), size=None),
                ),
                ("secret", models.CharField(max_length=128)),
                ("created_at", models.DateTimeField()),
                ("failures", models.PositiveIntegerField(default=0)),
                ("rests_until", models.DateTimeField(null=True)),
                ("taken_until", models.DateTimeField(null=True)),
                ("disabled_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="league.club"
                    ),
                ),
            ],
            options={
                "ordering": ("created_at", "id"),
            },
        ),
        migrations.CreateModel(
            name="AnsweredRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=255)),
                ("digest", models.BinaryField(max_length=32)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("body", models.JSONField(null=True)),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="one_answer_per_key")],
            },
        ),
        migrations.CreateModel(
            name="Deck",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("game", models.CharField(max_length=64)),
                ("name", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=71)),
                ("manifest", models.JSONField()),
                ("verified", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="decks", to="league.club"
                    ),
                ),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="decks_entered",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "verified_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="decks_verified",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("game", "name", "id"),
                "indexes": [models.Index(fields=["game", "hash"], name="deck_by_content")],
                "constraints": [models.UniqueConstraint(fields=("club", "game", "name"), name="one_deck_per_name")],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("organiser", "Organiser"), ("arbiter", "Arbiter"), ("scorekeeper", "Scorekeeper")],
                        max_length=20,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="league.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "club", "role"), name="a_role_once")],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("name", models.CharField(blank=True, max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="players", to="league.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("key", models.TextField(editable=False)),
                ("note", models.CharField(blank=True, max_length=60)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("club_number", models.CharField(blank=True, max_length=40)),
                ("invitation", models.CharField(blank=True, max_length=32)),
                ("mark", models.CharField(blank=True, max_length=32)),
                ("listed", models.CharField(blank=True, max_length=80)),
            ],
            options={
                "ordering": ("name", "id"),
                "indexes": [models.Index(fields=["club", "key"], name="player_by_key")],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="one_player_per_account_and_club"),
                    models.UniqueConstraint(fields=("club", "number"), name="one_player_per_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("club_number", ""), _negated=True),
                        fields=("club", "club_number"),
                        name="one_player_per_club_number",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("note", ""), _negated=True),
                        fields=("club", "key", "note"),
                        name="a_note_tells_equal_names_apart",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("mark", ""), _negated=True),
                        fields=("club", "mark"),
                        name="one_player_per_mark",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("stream", models.TextField()),
                ("seq", models.IntegerField()),
                ("kind", models.CharField(max_length=64)),
                ("body", models.TextField()),
                ("created_at", models.DateTimeField()),
                (
                    "status",
                    models.CharField(
                        choices=[("pending", "Pending"), ("delivered", "Delivered"), ("failed", "Failed")],
                        default="pending",
                        max_length=9,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField()),
                ("answer", models.PositiveSmallIntegerField(null=True)),
                ("fault", models.CharField(blank=True, max_length=40)),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="league.webhook"
                    ),
                ),
            ],
            options={
                "ordering": ("-created_at", "-id"),
                "indexes": [
                    models.Index(fields=["webhook", "-created_at", "-id"], name="delivery_by_webhook"),
                    models.Index(
                        condition=models.Q(("status", "pending")), fields=["webhook", "due_at"], name="delivery_due"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("webhook", "stream", "seq"), name="one_delivery_per_event")
                ],
            },
        ),
    ]
