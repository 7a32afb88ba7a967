"""SdC Poker solved: the table of its strong bot, how exploitable each level is, and OpenSpiel as the judge."""
