import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';

/** An answer that is the same for all callers: serialised and compressed once, not per request. */
export interface PreparedDocument {
  readonly body: Buffer<ArrayBuffer>;
  /**
   * Compressed versions for clients that accept them, smallest first; empty if compression saves
   * nothing.
   */
  readonly packed: readonly Packed[];
  readonly headers: Readonly<Record<string, string>>;
}

export interface Packed {
  readonly encoding: string;
  readonly body: Buffer<ArrayBuffer>;
}

export function prepare(
  body: Buffer<ArrayBuffer>,
  packed: readonly Packed[],
  headers: Readonly<Record<string, string>>,
): PreparedDocument {
  return {
    body,
    packed,
    headers: {
      ...headers,
      ETag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      ...(packed.length > 0 && { Vary: 'Accept-Encoding' }),
    },
  };
}

/** Prepares a text that is created while the server runs. */
export function prepareText(text: string, contentType: string): PreparedDocument {
  const body = Buffer.from(text);
  const packed = [
    { encoding: 'br', body: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) },
    { encoding: 'gzip', body: gzipSync(body) },
  ];
  return prepare(body, packed, { 'Content-Type': contentType });
}

/** Returns a handler that creates a document at its first request for each reader. */
export function prepareOnce(
  { query: allowed = {} }: Endpoint,
  create: (reader: string) => PreparedDocument,
): (request: { readonly query: Readonly<Record<string, string>> }) => Promise<PreparedDocument> {
  const documents = new Map<string, PreparedDocument>();
  return async ({ query }) => {
    const reader = Object.hasOwn(allowed, 'for') ? (query['for'] ?? '') : '';
    const document = documents.get(reader) ?? create(reader);
    documents.set(reader, document);
    return document;
  };
}

export function servePrepared({ body, packed, headers }: PreparedDocument, request: Headers): Response {
  if (request.get('if-none-match') === headers['ETag']) return new Response(null, { status: 304, headers });
  const accepted = encodingsIn(request.get('accept-encoding') ?? '');
  const smaller = packed.find(({ encoding }) => accepted.includes(encoding));
  return smaller ? respond(smaller.body, { ...headers, 'Content-Encoding': smaller.encoding }) : respond(body, headers);
}

/** Returns the encodings that a browser accepts; `q=0` excludes one. */
function encodingsIn(header: string): string[] {
  const accepted = header.split(',').filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one));
  return accepted.map((one) => one.replace(/;.*/, '').trim());
}

/**
 * A long answer is written in pieces, each after the last was sent: TLS copies what it is given, so
 * that many clients that do not read would otherwise hold a copy of the whole answer each.
 */
function respond(body: Buffer<ArrayBuffer>, headers: Readonly<Record<string, string>>): Response {
  const pieceBytes = LIMITS.answerPieceBytes;
  if (body.length <= pieceBytes) return new Response(body, { headers });
  let sent = 0;
  const pieces = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(body.subarray(sent, sent + pieceBytes));
        sent += pieceBytes;
        if (sent >= body.length) controller.close();
      },
    },
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(pieces, { headers: { ...headers, 'Content-Length': String(body.length) } });
}
