"""Where the numbers of Dou Dizhu's bots come from."""
