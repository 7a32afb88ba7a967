"""Template tags: boards, cards, log lines, clocks, small formatting."""
