/** The number of log lines that are kept for a support packet. */
export const LOG_LINES_MAX = 1_000;
