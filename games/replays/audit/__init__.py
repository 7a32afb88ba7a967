"""The audit of a table: all of its stored data compared with each other, and with the rules.

Takes plain rows and returns a report; uses no database, web or clock. It consists of seven checks, each naming the
first event that differs:

    log      nothing was added, removed or changed: seed, commitment and digests agree
    columns  the columns of events and table repeat what the event bodies say
    rules    replaying the match from seed, seats and options gives the logged deals, moves and result
    clocks   time was up where the log says so, and time banks were charged correctly
    frames   what each seat was shown is what the rules show
    results  the result rows, used by lists and statistics, match how the match ended for everyone
    bots     bots given the same view again choose the same move; they see no more than that view

Replaying bots takes a hundred times as long as everything else, so the caller decides when to stop.
"""
