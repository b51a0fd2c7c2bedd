import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { finished } from 'node:stream/promises';
import { connect as connectSecure } from 'node:tls';

export interface OddRequest {
  readonly method: string;
  /** With the query; what no request line can hold is left out by {@link inRequestLine}. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** The connection is cut after this many bytes of the body. */
  readonly cutAfter?: number | undefined;
}

/** The response. Status 0: the connection ended without an answer. */
export interface HeardAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly ms: number;
}

/** Longer than any answer may take, even on a busy machine. */
export const ANSWER_WITHIN_MS = 30_000;

/** A server attacked over TLS has a self-signed certificate. */
const OWN_CERTIFICATE = { rejectUnauthorized: false } as const;
const isSecure = (origin: string) => origin.startsWith('https:');

/**
 * Sends a request on a new connection and returns the response; for an endless stream of events,
 * its beginning.
 */
export function ask(origin: string, { method, path, headers = {}, body, cutAfter }: OddRequest): Promise<HeardAnswer> {
  const began = performance.now();
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const length = bytes === undefined ? {} : { 'Content-Length': String(bytes.length) };
  return new Promise((resolve) => {
    const nothing = () => resolve({ status: 0, headers: {}, text: '', ms: performance.now() - began });
    const request = isSecure(origin) ? requestSecure : requestPlain;
    const outgoing = request(`${origin}/`, { method, path, agent: false, headers: { ...length, ...headers }, ...OWN_CERTIFICATE });
    const patience = setTimeout(() => outgoing.destroy(), ANSWER_WITHIN_MS);
    outgoing.once('close', () => clearTimeout(patience));
    /* A closed connection counts as no answer; the caller knows if that is allowed. */
    outgoing.once('error', nothing);
    outgoing.once('response', async (answer) => {
      const told = { status: answer.statusCode ?? 0, headers: answer.headers };
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      if (String(answer.headers['content-type']).startsWith('text/event-stream')) outgoing.destroy();
      else await finished(answer).catch(nothing);
      resolve({ ...told, text: Buffer.concat(chunks).toString(), ms: performance.now() - began });
    });
    if (bytes !== undefined && cutAfter !== undefined && cutAfter < bytes.length) {
      outgoing.write(bytes.subarray(0, cutAfter), () => outgoing.destroy());
    } else outgoing.end(bytes);
  });
}

/**
 * Sends arbitrary bytes, and returns what was received until the connection ended or stayed silent.
 */
export function askRaw(origin: string, bytes: string | Uint8Array, quietMs = 400): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let heard = '';
    const write = () => socket.write(bytes);
    const at = { host: hostname, port: Number(port) };
    const socket = isSecure(origin) ? connectSecure({ ...at, ...OWN_CERTIFICATE }, write) : connectPlain(at, write);
    socket.setTimeout(quietMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
    });
    /* Closed by the server, after its answer. */
    socket.once('error', () => socket.destroy());
    socket.once('close', () => resolve(heard));
  });
}

/** A path as Node's client can send it: whatever no request line holds is percent-encoded. */
export function inRequestLine(path: string): string {
  return path.replaceAll(/[^\x21-\x7e]/gu, (character) => encodeOrNothing(character));
}

function encodeOrNothing(character: string): string {
  return /\p{Cs}/u.test(character) ? '' : encodeURIComponent(character);
}
