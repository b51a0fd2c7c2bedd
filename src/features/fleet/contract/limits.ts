/** People notice a clock that is wrong by more. */
export const CLOCK_ERROR_MAX_MS = 60_000;
