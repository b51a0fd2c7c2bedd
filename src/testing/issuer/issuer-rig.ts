import type { Socket } from 'node:net';
import { ISSUER_CALLS } from '../../bff/app/feature-tables.ts';
import type { IssuerConfig } from '../../bff/issuer/config.ts';
import { type FeatureCalls, withFeatureCalls } from '../../bff/issuer/feature-calls.ts';
import { createHttpIssuer, type HttpIssuer } from '../../bff/issuer/http.ts';
import { type AccountPauses, createPauses } from '../../bff/issuer/pause.ts';
import { type Clock, systemClock } from '../../bff/platform/base/ports.ts';
import { httpAnswer, type RawRequest, type RawServer, startRawServer } from '../raw-server.ts';

/**
 * The response of a raw server: text is written unchanged, anything else as JSON with 200,
 * `undefined` sends nothing.
 */
export type Responder = (request: RawRequest, socket: Socket, index: number) => unknown;

/** Servers that misbehave in a given way, and the real issuer client that uses them. */
export interface IssuerRig {
  serve(respond: Responder): Promise<RawServer>;
  issuerAt(
    server: Pick<RawServer, 'origin'>,
    changes?: Partial<IssuerConfig>,
    clock?: Clock,
    pauses?: AccountPauses,
  ): HttpIssuer & FeatureCalls;
  /** Every line that the clients of this rig have logged. */
  readonly logLines: readonly string[];
  /** Remembers something to be closed with the rig. */
  closing<T extends { close(): Promise<unknown> }>(resource: T): T;
  /** Closes everything, the newest first. */
  close(): Promise<void>;
}

/** Secret of the shop in every rig: no outcome, reason or log line may ever hold it. */
export const CANARY_SECRET = 'canary-secret-of-the-shop';

export function createIssuerRig(): IssuerRig {
  const resources: { close(): Promise<unknown> }[] = [];
  const logLines: string[] = [];
  const log = { debug: (fields: Record<string, unknown>, message: string) => void logLines.push(`${message} ${JSON.stringify(fields)}`) };
  function closing<T extends { close(): Promise<unknown> }>(resource: T): T {
    resources.push(resource);
    return resource;
  }
  return {
    logLines,
    closing,
    async serve(respond) {
      const server = await startRawServer((request, socket) => {
        const answer = respond(request, socket, server.requests.length - 1);
        if (answer !== undefined) socket.write(typeof answer === 'string' ? answer : jsonAnswer(answer));
      });
      return closing(server);
    },
    issuerAt: ({ origin }, changes = {}, clock = systemClock, pauses = createPauses(clock)('')) =>
      closing(withFeatureCalls(createHttpIssuer({ config: { ...configAt(origin), ...changes }, clock, pauses, log }), ISSUER_CALLS)),
    async close() {
      for (const resource of resources.splice(0).toReversed()) await resource.close();
    },
  };
}

/** A whole JSON answer. */
export function jsonAnswer(body: unknown, status = 200): string {
  return httpAnswer(status, JSON.stringify(body));
}

/** A merchant API refusal with one code. */
export function refusedAnswer(code: string, status = 400): string {
  return jsonAnswer({ meta: { status: 'failed', messages: [{ code, level: 'error', text: 'No' }] } }, status);
}

/** JSON body of a request. */
export function sentBody(server: RawServer, index = 0): unknown {
  return JSON.parse(server.requests[index]?.body ?? '');
}

function configAt(origin: string): IssuerConfig {
  return {
    merchantBaseUrl: `${origin}/merchant`,
    merchantClientId: 'shop-1',
    merchantClientSecret: CANARY_SECRET,
    mid: null,
    client: { baseUrl: `${origin}/client`, token: { kind: 'ready', value: 'ready-token' }, pair: null },
    checkSource: 'legacy',
    legacyCheckUnit: 'minor',
    legacyCheckKind: null,
    productBasedValue: 'none',
    productClass: 'ETX_001',
    currency: 'SGD',
    timeZone: 'Asia/Singapore',
    upstreamTimeoutMs: 5000,
  };
}
