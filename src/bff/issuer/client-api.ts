import type { Clock } from '../platform/base/ports.ts';
import type { IssuerConfig } from './config.ts';
import type { Reply } from './exchange.ts';
import { type CallLog, createHost, type IssuerCall } from './host.ts';
import { OTHER_ANSWER } from './mismatch.ts';
import { type AccountPauses, waitOutPause } from './pause.ts';
import type { ClockOffset, IssuerReply } from './port.ts';
import { createTokens } from './token.ts';
import { parseJson } from './wire/json.ts';
import { v3Error } from './wire/meta.ts';

export interface ClientApi {
  /**
   * GET on v3. It reads a 200; a 404 in the API's own format is `absent`; anything else, including
   * an answer about something else, is `unclear`. Without a token nothing is sent.
   */
  askV3<T>(
    call: Omit<IssuerCall, 'headers' | 'method'>,
    reader: V3Reader<T>,
    signal?: AbortSignal,
  ): Promise<IssuerReply<T>>;
  /**
   * POST on v3. After a 401 it is sent once more with a new token, so the call must be safe to
   * repeat. It waits for the end of a short pause. Null without a token.
   */
  sendV3(call: Omit<IssuerCall, 'method'>): Promise<Reply> | null;
  /** POST of the v2 check, with the bearer token and the second pair, if configured. */
  askV2(call: Omit<IssuerCall, 'headers' | 'method'>, signal?: AbortSignal): Promise<Reply>;
  /** See {@link Host.distrust}. */
  distrust(): void;
  clockOffset(): ClockOffset | null;
  close(): Promise<void>;
}

export interface V3Reader<T> {
  readonly read: (body: unknown) => T | null;
  /** True if the answer is about something other than the request. */
  readonly isOther?: (value: T) => boolean;
}

export interface ClientApiOptions {
  readonly client: NonNullable<IssuerConfig['client']>;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly pauses: AccountPauses;
  readonly log?: CallLog | undefined;
}

const UNAUTHORIZED = 401;
/** Statuses that reject the token: it is invalid, or its scope is wrong. */
export const REJECTING: ReadonlySet<number> = new Set([UNAUTHORIZED, 403]);

export function createClientApi({ client, clock, timeoutMs, pauses, log }: ClientApiOptions): ClientApi {
  const host = createHost({ baseUrl: client.baseUrl, clock, timeoutMs, pauses, log });
  const tokens = client.token === null ? null : createTokens({ source: client.token, clock, pauses, log });
  const pair =
    client.pair === null ? {} : { 'x-client-id': client.pair.clientId, 'x-client-secret': client.pair.clientSecret };

  /**
   * Sends with a bearer token, and once more with a new one after a 401. After a 403 the token is
   * discarded, because its scope may be wrong, and the next call fetches another.
   */
  async function authorised(
    source: NonNullable<typeof tokens>,
    send: (bearer: { authorization: string }) => Promise<Reply>,
  ): Promise<Reply> {
    const first = await source.current();
    if (!first.ok) return { kind: 'silence', sent: false, reason: first.reason };
    const reply = await send({ authorization: `Bearer ${first.token}` });
    if (reply.kind === 'silence' || !REJECTING.has(reply.status)) return reply;
    if (!source.forget(first.token) || reply.status !== UNAUTHORIZED) return reply;
    const second = await source.current();
    if (!second.ok) return reply;
    const again = await send({ authorization: `Bearer ${second.token}` });
    if (again.kind === 'answer' && REJECTING.has(again.status)) source.forget(second.token);
    return again.kind === 'silence' ? { ...again, sent: true } : again;
  }

  return {
    async askV3(call, { read, isOther }, signal) {
      if (tokens === null) return { outcome: 'not-configured' };
      const reply = await authorised(tokens, (headers) => host.ask({ ...call, method: 'GET', headers }, signal));
      const result = readV3(reply, read);
      if (result.outcome !== 'found' || isOther?.(result.value) !== true) return result;
      host.distrust();
      return OTHER_ANSWER;
    },
    sendV3(call) {
      if (tokens === null) return null;
      return authorised(tokens, async (bearer) => {
        await waitOutPause(clock, host.pauseMs);
        return host.sendOnce({ ...call, method: 'POST', headers: { ...call.headers, ...bearer } });
      });
    },
    askV2(call, signal) {
      const send = (bearer: Record<string, string>) =>
        host.ask({ ...call, method: 'POST', headers: { ...pair, ...bearer } }, signal);
      return tokens === null ? send({}) : authorised(tokens, send);
    },
    distrust: host.distrust,
    clockOffset: () => host.clockOffset(),
    async close() {
      await Promise.all([host.close(), tokens?.close()]);
    },
  };
}

function readV3<T>(reply: Reply, read: (body: unknown) => T | null): IssuerReply<T> {
  if (reply.kind === 'silence') return { outcome: 'unclear', reason: reply.reason };
  const body = parseJson(reply.text);
  if (reply.status === 200) {
    const value = read(body);
    return value === null
      ? { outcome: 'unclear', reason: 'HTTP 200 with an unreadable body' }
      : { outcome: 'found', value };
  }
  const error = v3Error(body);
  if (reply.status === 404 && error !== null) return { outcome: 'absent' };
  return { outcome: 'unclear', reason: error === null ? `HTTP ${reply.status}` : `HTTP ${reply.status} ${error.code}` };
}
