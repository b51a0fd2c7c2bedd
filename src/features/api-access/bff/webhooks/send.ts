import { isIP, type LookupFunction } from 'node:net';
import { Client } from 'undici';
import { exchange } from '../../../../bff/issuer/exchange.ts';
import { createResolve, type Resolve } from '../../../../bff/platform/base/names.ts';
import type { Clock } from '../../../../bff/platform/base/ports.ts';
import { LIMITS } from '../../../../contract/access/limits.ts';
import { BadAddress, resolveAddress } from './address.ts';

/**
 * The result of one attempt. `reason` is set if the message did not arrive. It contains no text of
 * the answer.
 */
export interface MessageAttempt {
  readonly status: number | null;
  readonly reason: string | null;
}

export interface Sender {
  /** @throws BadAddress for an address that is not allowed */
  assertAllowed(url: string): Promise<void>;
  /**
   * Sends one POST to the address, resolved again. A message has arrived if the answer is 2xx;
   * redirects are not followed. Never rejects.
   */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal?: AbortSignal,
  ): Promise<MessageAttempt>;
}

export interface SenderOptions {
  readonly clock: Clock;
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
}

export function createSender({ clock, allowPrivate, resolve = createResolve() }: SenderOptions): Sender {
  return {
    async assertAllowed(url) {
      await resolveAddress(url, { allowPrivate, resolve });
    },
    async post(address, headers, body, signal) {
      const pinned = await resolveAddress(address, { allowPrivate, resolve }).catch((error: unknown) => {
        if (error instanceof BadAddress) return error;
        throw error;
      });
      if (pinned instanceof BadAddress) return { status: null, reason: pinned.message };
      const { url, ip } = pinned;
      const client = new Client(url.origin, { connect: { lookup: lookupOf(ip), timeout: LIMITS.upstreamConnectMs } });
      const outgoing = {
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, ...FIXED },
        body,
      } as const;
      const bounds = { timeoutMs: LIMITS.webhookAnswerMs, answerBytesMax: LIMITS.answerBytesMax, signal };
      const reply = await exchange({ dispatcher: client, outgoing, clock, ...bounds });
      await client.destroy();
      if (reply.kind === 'silence') return { status: null, reason: reply.reason };
      const { status } = reply;
      if (status >= 200 && status < 300) return { status, reason: null };
      return {
        status,
        reason: status >= 300 && status < 400 ? 'a redirect, which is not followed' : 'not a successful response',
      };
    },
  };
}

const FIXED = { 'content-type': 'application/json', 'user-agent': 'Tillside' };

/**
 * Resolves every name to one IP address, so that a name cannot change between the check and the
 * connection.
 */
function lookupOf(ip: string): LookupFunction {
  const family = isIP(ip);
  return (_name, options, done) => (options.all ? done(null, [{ address: ip, family }]) : done(null, ip, family));
}
