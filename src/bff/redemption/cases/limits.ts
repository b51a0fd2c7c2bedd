/** A request is listed only after this time, because its answer may still arrive. */
export const AWAITED_MS = 10_000;
