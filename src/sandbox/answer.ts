/**
 * An answer of the wire: a status, a body that is JSON unless it is a text, and headers beside the
 * usual ones.
 */
export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
