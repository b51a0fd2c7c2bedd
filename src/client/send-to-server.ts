/** One response, or its absence. */
export interface ServerResponse {
  /** 0 without a response. */
  readonly status: number;
  readonly body: unknown;
  /** Code of a refusal by the server itself; null for all else, also from a proxy. */
  readonly problem: string | null;
  readonly message: string | null;
  readonly retryAfterMs: number | null;
}

export interface SendOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  /** The longest wait for one response. */
  readonly responseMs: number;
}

export type SendToServer = (method: string, path: string, body?: unknown) => Promise<ServerResponse>;

/** Creates the function that sends one request and never rejects. */
export function createSendToServer({ baseUrl, key, fetch, responseMs }: SendOptions): SendToServer {
  return async (method, path, body) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    try {
      const response = await fetch(`${baseUrl.replace(/\/$/, '')}/api/v1/${path}`, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(responseMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const parsed: unknown = text === '' ? null : JSON.parse(text);
      const error = errorIn(parsed);
      const after = Number(response.headers.get('Retry-After') ?? Number.NaN);
      return {
        status: response.status,
        body: parsed,
        problem: error?.code ?? null,
        message: error?.message ?? null,
        retryAfterMs: Number.isFinite(after) ? after * 1000 : null,
      };
    } catch (error) {
      return { status: 0, body: null, problem: null, message: String(error), retryAfterMs: null };
    }
  };
}

function errorIn(body: unknown): { readonly code: string; readonly message: string } | null {
  const error: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return null;
  return { code: String(error.code), message: String(error.message) };
}
