"""The toy's folder, laid out like any game's, except that its modules find each other wherever it is."""
