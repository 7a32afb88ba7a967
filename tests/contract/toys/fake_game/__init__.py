"""The toy's folder, laid out like any title's, but that its modules find each other wherever it is put."""
