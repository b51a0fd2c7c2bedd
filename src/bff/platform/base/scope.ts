declare const scope: unique symbol;
declare const account: unique symbol;

/**
 * The shop whose rows may be read and changed. It is read from the row of a device, a key or a
 * place, never from a request, so that no caller can choose a shop; the server's own shop comes
 * from its settings.
 */
export type Scope = string & { readonly [scope]: true };

/**
 * The merchant account at the issuer whose rows are stored: shops of one account see the same rows.
 */
export type Account = string & { readonly [account]: true };
