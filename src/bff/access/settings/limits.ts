/** How long settings stay cached. */
export const SETTINGS_RECENT_MS = 3_000;
