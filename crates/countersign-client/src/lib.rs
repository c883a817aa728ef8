//! The typed client of the daemon, for the command line and the terminal.
