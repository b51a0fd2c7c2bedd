export const QUICK_MS = 1_000;
export const STEADY_MS = 5_000;
