import * as z from 'zod';
import { LIMITS } from '../../contract/access/limits.ts';
import type { Clock } from '../platform/base/ports.ts';
import type { TokenSource } from './config.ts';
import { type CallLog, createHost } from './host.ts';
import { EXPIRY_MARGIN_MS } from './limits.ts';
import type { AccountPauses } from './pause.ts';
import { parseJson } from './wire/json.ts';
import { integer } from './wire/scalars.ts';

const SCOPES = 'issue_vouchers read_vouchers read_catalogue';
/** The assumed lifetime of a token if the answer does not state one. */
const LIFETIME_DEFAULT_S = 300;
/** The pause after a failure, which doubles each time. */
const RETRY_MS = { first: 1_000, longest: 15_000 };

const tokenAnswerSchema = z.object({ access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/), expires_in: integer });

export type TokenResult =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly reason: string };

export interface Tokens {
  /** Returns a token with time left. If there is none, all callers share one request for it. */
  current(): Promise<TokenResult>;
  /** Discards a token that was rejected. Returns false if no other one can be fetched. */
  forget(token: string): boolean;
  close(): Promise<void>;
}

/**
 * Gets tokens from their configured source. The address, the credentials and the token itself
 * appear in no log and no reason.
 */
export function createTokens({
  source,
  clock,
  pauses,
  log,
}: {
  source: TokenSource;
  clock: Clock;
  pauses: AccountPauses;
  log?: CallLog | undefined;
}): Tokens {
  if (source.kind === 'ready') {
    return {
      current: () => Promise.resolve({ ok: true, token: source.value }),
      forget: () => false,
      close: () => Promise.resolve(),
    };
  }
  const { origin, pathname, search } = new URL(source.url);
  const host = createHost({ baseUrl: origin, clock, timeoutMs: LIMITS.upstreamReadMs, pauses, log });
  let current: { token: string; until: number } | null = null;
  let fetching: Promise<TokenResult> | null = null;
  let failure: { readonly result: TokenResult; readonly pauseMs: number; readonly untilMs: number } | null = null;

  async function fetchAndNote(credentials: { clientId: string; clientSecret: string }): Promise<TokenResult> {
    const result = await fetchToken(credentials);
    const pauseMs = failure === null ? RETRY_MS.first : Math.min(RETRY_MS.longest, failure.pauseMs * 2);
    failure = result.ok ? null : { result, pauseMs, untilMs: clock.monotonic() + pauseMs };
    return result;
  }

  async function fetchToken(credentials: { clientId: string; clientSecret: string }): Promise<TokenResult> {
    const form = {
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      scope: SCOPES,
    };
    const reply = await host.ask({
      name: 'token',
      method: 'POST',
      path: pathname + search,
      headers: {},
      body: new URLSearchParams(form).toString(),
      contentType: 'application/x-www-form-urlencoded',
    });
    if (reply.kind === 'silence') return { ok: false, reason: `no token: ${reply.reason}` };
    const answer = tokenAnswerSchema.safeParse(parseJson(reply.text)).data;
    if (reply.status !== 200 || answer === undefined) return { ok: false, reason: `no token: HTTP ${reply.status}` };
    const lifeMs = (answer.expires_in ?? LIFETIME_DEFAULT_S) * 1000;
    current = {
      token: answer.access_token,
      until: clock.monotonic() + lifeMs - Math.min(EXPIRY_MARGIN_MS, lifeMs / 2),
    };
    return { ok: true, token: answer.access_token };
  }

  return {
    current() {
      if (current !== null && clock.monotonic() < current.until)
        return Promise.resolve({ ok: true, token: current.token });
      if (failure !== null && clock.monotonic() < failure.untilMs) return Promise.resolve(failure.result);
      fetching ??= fetchAndNote(source).finally(() => {
        fetching = null;
      });
      return fetching;
    },
    forget(token) {
      if (current?.token === token) current = null;
      return true;
    },
    close: () => host.close(),
  };
}
