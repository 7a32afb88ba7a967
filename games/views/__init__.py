"""Pages. They parse, ask a selector or a service, and render."""
