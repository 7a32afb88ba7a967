"""Auditing a table: everything that is stored of it held against everything else, and against the rules.

Plain rows in, a report out: no database, no web, no clock. Six answers, each naming the first event that differs:

    log      nothing was added, removed or changed: seed, commitment and chain of digests agree
    columns  the columns beside the log's text, and the table's own, repeat what the text says
    rules    played anew from seed, seats and options, every deal, move and result is the one in the log
    frames   what every seat was shown is what these rules show
    results  the rows that lists and statistics are made of say how it ended for everybody
    bots     the bots, asked again with the same view, choose the same; they see no more than that view

Asking bots again takes a hundred times as long as all the rest: whoever calls says when it has been enough.
"""
