"""Pages. They parse, ask or write, and render."""
