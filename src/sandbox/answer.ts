/** A response of the API: a status, a JSON body unless it is text, and additional headers. */
export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
