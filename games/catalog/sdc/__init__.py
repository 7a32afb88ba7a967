"""SdC Poker: five-card draw for two with coins, suits that rank and no draws."""
