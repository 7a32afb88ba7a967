"""Premoves: storage, display and matching. Which premoves exist is defined by each game."""
