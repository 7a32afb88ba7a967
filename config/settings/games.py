"""Settings for games: bots' delays, limits per person, cleanup."""

BOT_SOLO_DELAY = 0.9  # seconds until a bot answers, regardless of its cards; meanwhile it chooses
BOT_REPLY_DELAY_RANGE = (
    1.0,
    5.0,
)  # among people, bots and premoves answer after a random time in this range, regardless of the cards
BOT_LATE_DELAY = 0.2  # extra delay for moves a worker picks up late, regardless of the cards
BOT_LATE_DELAY_STRONG = 0.4  # for levels above normal, which take less in 99 of 100 cases (docs/bots.md)
# Such levels are stopped after this time, and normal decides. With SLICE_SECONDS and KEEP_SECONDS (of
# `games.tables.bots.scheduler`) it stays below BOT_LEASE_TIMEOUT.
BOT_MAX_THINKING_SECONDS = 2
BOT_TASK_DURATION = 20  # duration of one bot job; the next one is queued meanwhile
BOT_LEASE_TIMEOUT = 5  # after the appointed time; then the worker is considered dead, and another one tries
BOT_MAX_ATTEMPTS = 3  # then the clock plays the bot's safe move
BOT_WATCHDOG_TIMEOUT = 60  # but not earlier; also if no worker has handled bots for this long
HINT_MAX_SECONDS = 10  # for a worker to compute a hint; then the person may ask again
NOTIFICATION_DELAY = 60  # before a person who doesn't answer is notified
EMAIL_DIGEST_INTERVAL = 60 * 60  # minimum time between mails about slow tables while one is unanswered
SOLO_TURN_SECONDS = 3 * 24 * 60 * 60  # at tables with bots only, where no one else waits

# --- Limits per person, with an account and as a guest, so that no one crowds out others

MAX_OPEN_TABLES_HOSTED = {"account": 20, "guest": 10}  # hosted tables waiting for players
MAX_SEATS_PER_USER = {"account": 60, "guest": 30}  # live tables where the person has a seat
# Matches without other people: only these keep bots busy for one person.
MAX_SOLO_TABLES = {"account": 20, "guest": 8}
# Tables created; per address see "create_table" in ACCOUNT_RATE_LIMITS.
TABLE_RATE_PER_MINUTE = {"account": 20, "guest": 10}
TABLE_RATE_PER_DAY = {"account": 300, "guest": 100}
CHAT_RATE_PER_MINUTE = {"account": 15, "guest": 8}  # messages sent, anywhere
CHAT_RATE_PER_TABLE_HOUR = {"account": 150, "guest": 60}  # messages sent at one table
MAX_REPORTS_PER_DAY = {"account": 20, "guest": 5}
MAX_ANALYSES_PER_DAY = {"account": 20, "guest": 5}  # of ended matches; each takes seconds to minutes of CPU time
MAX_LOBBY_TABLES_PER_HOST = 3  # newest public tables of one host that the lobby shows

# --- Cleanup

HOST_INACTIVITY_TIMEOUT = 24 * 60 * 60  # an open table unchanged for this long may be started by any of its players
OPEN_TABLE_EXPIRY_DAYS = 14  # then it is closed
IDLE_GUEST_EXPIRY_HOURS = 24  # for guests without a seat
CHAT_RETENTION_DAYS = 90  # chat messages and the evidence of reports

# --- Puzzles

PUZZLE_MAKING_SECONDS = 30  # per minute, until today's and tomorrow's exist; 0: none are made automatically
