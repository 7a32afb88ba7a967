"""The app in which moderators work: reports, cases, acts on tables, looking at hands, hints of collusion."""
