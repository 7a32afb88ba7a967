"""Settings of the game rooms: how fast bots answer, how much one person may have, what is cleared away when."""

BOT_DELAY_SECONDS = 0.9  # after which a bot answers, whatever its cards; until then it chooses
ANSWER_SECONDS = (1.0, 5.0)  # among people, bots and plans answer after a time between these, whatever their cards
BOT_THINK_SECONDS = 0.2  # what a worker takes up late is played so much later, whatever the cards
BOT_RUN_SECONDS = 20  # so long one job sees to the bots; the next is sent meanwhile
BOT_LEASE_SECONDS = 5  # after its appointment: then the worker is taken for dead, and another tries
BOT_TRIES = 3  # so many, then the clock plays the bot's safe move …
BOT_WATCHDOG_SECONDS = 60  # … but not before; and when no worker at all has come for the bots in this time
NOTICE_DELAY_SECONDS = 60  # before somebody who doesn't answer is written to
NOTICE_SLOW_SECONDS = 24 * 60 * 60  # tables with so long to decide share their letters …
NOTICE_DIGEST_SECONDS = 60 * 60  # … of which one person gets one in so long
QUICK_TURN_SECONDS = 3 * 24 * 60 * 60  # a table against bots only: nobody else waits

# --- How much one person may have, so that nobody crowds out the others: (with an account, as a guest)

TABLES_HOSTED = (20, 10)  # tables one hosts that wait for players
TABLES_SAT_AT = (60, 30)  # tables one sits at that have not ended
TABLES_ALONE = (20, 8)  # of these, matches in which nobody else plays: only they keep bots busy for one person
TABLES_PER_MINUTE, TABLES_PER_DAY = (20, 10), (300, 100)  # tables one sets up; per address see "table" above
TALK_PER_MINUTE, TALK_PER_HOUR_HERE = (15, 8), (150, 60)  # lines one writes: anywhere in a minute, at one table
REPORTS_PER_DAY = (20, 5)
LOBBY_TABLES_PER_HOST = 3  # of one host's public tables that wait for players, the lobby shows the latest

# --- When what nobody looks after any more is cleared away

HOST_PATIENCE_SECONDS = 24 * 60 * 60  # an open table untouched for so long may be started by anybody who sits there …
OPEN_TABLE_DAYS = 14  # … and after so long it is closed
GUEST_IDLE_HOURS = 24  # a guest who sits nowhere is forgotten
TALK_DAYS = 90  # so long what is said at tables is kept, and what is reported of it
