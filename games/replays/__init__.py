"""The app of ended matches: archive, viewer, library, verification, sharing, playing on, imports."""
