"""Operations on people and their data. Those for staff are in accounts.staff."""
