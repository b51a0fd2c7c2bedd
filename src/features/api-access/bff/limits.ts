/** How often the last use of a key is stored. */
export const USED_EVERY_MS = 60_000;
/** How long a replaced secret is valid together with the new one. */
export const ACCESS_KEYS_OLD_SECRET_MS = 24 * 60 * 60_000;
export const VISIBLE_AFTER_MS = 30 * 24 * 60 * 60_000;

export const EXPIRED_AFTER_MS = 3 * 24 * 60 * 60_000;
/**
 * How long a message belongs to the server that claimed it; far longer than an attempt may last.
 */
export const CLAIM_DURATION_MS = 60_000;
/**
 * How often to check for messages, and, without a webhook, for one that was created on another
 * server.
 */
export const DISPATCH_CHECK_EVERY_MS = 2_000;
export const FIND_WEBHOOKS_MS = 10_000;
/** How long finished messages are stored. */
export const DISPATCH_STORED_MS = 30 * 24 * 60 * 60_000;

export const WEBHOOKS_VISIBLE_MAX = 50;
/** How long the previous secret signs together with a new one. */
export const WEBHOOKS_OLD_SECRET_MS = 24 * 60 * 60_000;
