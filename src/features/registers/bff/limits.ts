/** How long the previous secret is valid together with a new one. */
export const SAVE_REGISTER_OLD_SECRET_MS = 24 * 60 * 60_000;
