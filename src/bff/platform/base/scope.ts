declare const scope: unique symbol;
declare const account: unique symbol;

/**
 * The shop whose rows may be read and changed. It is read from the row of a device, a key or a
 * place, so that no caller can reach a shop by naming it; a server begins with the one of its
 * settings.
 */
export type Scope = string & { readonly [scope]: true };

/**
 * The merchant account at the issuer whose rows are stored: shops of one account see the same rows.
 */
export type Account = string & { readonly [account]: true };
