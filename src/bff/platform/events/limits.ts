/** A page that does not read is disconnected at this limit; it reconnects by itself. */
export const QUEUED_MAX = 100;
