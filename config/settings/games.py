"""Settings of the games: how fast bots answer, how much one person may have, what is cleared away when."""

BOT_SOLO_DELAY = 0.9  # after which a bot answers, whatever its cards; until then it chooses
BOT_REPLY_DELAY_RANGE = (
    1.0,
    5.0,
)  # among people, bots and plans answer after a time between these, whatever their cards
BOT_LATE_DELAY = 0.2  # what a worker takes up late is played so much later, whatever the cards …
BOT_LATE_DELAY_STRONG = 0.4  # … by a level beyond normal, which takes less in 99 of 100 cases (docs/bots.md)
# Such a level is stopped after so long, and normal decides. Together with SLICE_SECONDS and KEEP_SECONDS (of
# `games.tables.bots.scheduler`) it is less than BOT_LEASE_TIMEOUT.
BOT_MAX_THINKING_SECONDS = 2
BOT_TASK_DURATION = 20  # so long one job sees to the bots; the next is sent meanwhile
BOT_LEASE_TIMEOUT = 5  # after its appointment: then the worker is taken for dead, and another tries
BOT_MAX_ATTEMPTS = 3  # so many, then the clock plays the bot's safe move …
BOT_WATCHDOG_TIMEOUT = 60  # … but not before; and when no worker at all has come for the bots in this time
HINT_MAX_SECONDS = 10  # so long a worker looks at a position; then whoever asked may ask again
NOTIFICATION_DELAY = 60  # before somebody who doesn't answer is written to
SLOW_TABLE_THRESHOLD = 24 * 60 * 60  # tables with so long to decide share their letters …
EMAIL_DIGEST_INTERVAL = 60 * 60  # … of which one person gets one in so long
SOLO_TURN_SECONDS = 3 * 24 * 60 * 60  # a table against bots only: nobody else waits

# --- How much one person may have, so that nobody crowds out the others: with an account, and as a guest

MAX_OPEN_TABLES_HOSTED = {"account": 20, "guest": 10}  # tables one hosts that wait for players
MAX_SEATS_PER_USER = {"account": 60, "guest": 30}  # tables one sits at that have not ended
# Of these, matches in which nobody else plays: only they keep bots busy for one person.
MAX_SOLO_TABLES = {"account": 20, "guest": 8}
# Tables one sets up; per address see "create_table" in ACCOUNT_RATE_LIMITS.
TABLE_RATE_PER_MINUTE = {"account": 20, "guest": 10}
TABLE_RATE_PER_DAY = {"account": 300, "guest": 100}
CHAT_RATE_PER_MINUTE = {"account": 15, "guest": 8}  # lines one writes, anywhere
CHAT_RATE_PER_TABLE_HOUR = {"account": 150, "guest": 60}  # lines one writes at one table
MAX_REPORTS_PER_DAY = {"account": 20, "guest": 5}
MAX_LOBBY_TABLES_PER_HOST = 3  # of one host's public tables that wait for players, the lobby shows the latest

# --- When what nobody looks after any more is cleared away

HOST_INACTIVITY_TIMEOUT = 24 * 60 * 60  # an open table untouched for so long may be started by anybody who sits there …
OPEN_TABLE_EXPIRY_DAYS = 14  # … and after so long it is closed
IDLE_GUEST_EXPIRY_HOURS = 24  # a guest who sits nowhere is forgotten
CHAT_RETENTION_DAYS = 90  # so long what is said at tables is kept, and what is reported of it

# --- Puzzles

PUZZLE_MAKING_SECONDS = 30  # of each minute, until today's and tomorrow's are found; 0: none are made by themselves
