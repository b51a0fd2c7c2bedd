declare const scope: unique symbol;
declare const account: unique symbol;

/**
 * The shop whose rows may be asked for and changed.
 *
 * It is read out of the row of a device, a key or a place, so that nobody can ask for a shop that
 * they only name; a server begins with the one of its settings.
 */
export type Scope = string & { readonly [scope]: true };

/** The merchant at the issuer whose rows are kept: shops of one account see the same rows. */
export type Account = string & { readonly [account]: true };
