"""The app for moderators: reports, cases, actions at tables, inspecting tables, collusion flags."""
