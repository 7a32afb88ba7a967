"""How the tables of Lombard Hold'em's bots are made, and how good the levels are."""
