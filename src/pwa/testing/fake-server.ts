import { vi } from 'vitest';
import type { EndpointName } from '../../contract/platform/endpoints.ts';
import { endpoints } from '../../contract/platform/endpoints.ts';
import type { ProblemCode, ProblemDetails } from '../../contract/platform/problem.ts';

export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
}

export const ok = (body: unknown, status = 200): FakeAnswer => ({ status, body });
export const refused = (status: number, code: ProblemCode, details: ProblemDetails = {}): FakeAnswer => ({
  status,
  body: { error: { code, message: code, requestId: 'r1', retry: 'never', details } },
});

export interface FakeRequest {
  readonly name: string;
  readonly body: unknown;
  /** The query of its address, if any. */
  readonly query?: Readonly<Record<string, string>>;
}

/** The answers to each route; the id is the last part of the address. */
export type Answers = Partial<Record<EndpointName, (body: unknown, id: string) => FakeAnswer>>;

/**
 * Answers the page's requests by the contract's own table of routes. Routes without an answer
 * return 404.
 */
export function installFakeServer(answers: Answers): { readonly requests: FakeRequest[] } {
  const requests: FakeRequest[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const { pathname: path, searchParams } = new URL(url, location.origin);
    const found = Object.entries(endpoints).find(
      ([, endpoint]) =>
        endpoint.method === init.method && new RegExp(`^${endpoint.path.replace(/:\w+/, '([^/]+)')}$`).test(path),
    );
    const name = found?.[0] as EndpointName | undefined;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    requests.push({
      name: name ?? path,
      body,
      ...(searchParams.size > 0 && { query: Object.fromEntries(searchParams) }),
    });
    const { status, body: answer } =
      (name && answers[name]?.(body, path.split('/').at(-1) ?? '')) ?? refused(404, 'not-found');
    const response = answer === undefined ? new Response(null, { status }) : Response.json(answer, { status });
    return Promise.resolve(response);
  });
  return { requests };
}
