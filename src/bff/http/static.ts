import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^text\/|json|svg|wasm/;
const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
/** Never part of the pages, though the build puts them beside. */
const LEFT_OUT = /\.map$/;
/** The build puts a content hash into the name of everything in here. */
const HASHED = '/assets/';

interface Asset {
  readonly body: Buffer<ArrayBuffer>;
  /** Null for what does not get smaller. */
  readonly packed: Packed | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is sent instead of a text, made when somebody first takes it so, and kept. */
interface Packed {
  readonly gzip: () => Promise<Buffer<ArrayBuffer>>;
  /** An eighth smaller, and slow to make: null until it is made. */
  readonly brotli: () => Buffer<ArrayBuffer> | null;
}

/**
 * Serves the built pages. All files are read once at start, so that a request only picks from a list and cannot reach any other file.
 * An address without a file extension, outside /api, is a page of the app and gets index.html.
 * @param directory the build's output; when it is missing every request goes on to the next handler
 */
export function staticFiles(directory: string): MiddlewareHandler {
  const assets = readAssets(directory);
  return (context, next) => {
    const { path, method } = context.req;
    if (method !== 'GET' && method !== 'HEAD') return next();
    if (path === '/api' || path.startsWith('/api/')) return next();
    const asset = assets.get(path) ?? (extname(path) === '' ? assets.get('/index.html') : undefined);
    return asset ? serve(asset, context.req.raw.headers) : next();
  };
}

function readAssets(directory: string): ReadonlyMap<string, Asset> {
  if (!existsSync(directory)) return new Map();
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !LEFT_OUT.test(entry.name),
  );
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(directory, file).split(sep).join('/')}`;
      return [path, assetOf(path, readFileSync(file))];
    }),
  );
}

function assetOf(path: string, body: Buffer<ArrayBuffer>): Asset {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const packed = COMPRESSIBLE.test(type) ? packedOf(body) : null;
  const headers = {
    'Content-Type': type,
    'Cache-Control': path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    ...(packed && { Vary: 'Accept-Encoding' }),
  };
  return { body, packed, headers };
}

function packedOf(body: Buffer<ArrayBuffer>): Packed {
  let gzipped: Promise<Buffer<ArrayBuffer>> | null = null;
  let brotli: Buffer<ArrayBuffer> | null = null;
  let isMaking = false;
  async function makeBrotli(): Promise<void> {
    isMaking = true;
    brotli = await toBrotli(body);
  }
  return {
    gzip: () => (gzipped ??= toGzip(body)),
    brotli() {
      // Should there be no memory for it, gzip goes on being sent.
      if (!isMaking) makeBrotli().catch(() => undefined);
      return brotli;
    },
  };
}

async function serve({ body, packed, headers }: Asset, request: Headers): Promise<Response> {
  if (request.get('if-none-match') === headers['ETag']) return new Response(null, { status: 304, headers });
  const taken = request.get('accept-encoding') ?? '';
  const brotli = packed && /\bbr\b/.test(taken) ? packed.brotli() : null;
  if (brotli) return new Response(brotli, { headers: { ...headers, 'Content-Encoding': 'br' } });
  const gzipped = packed && /\bgzip\b/.test(taken) ? await packed.gzip() : null;
  return new Response(gzipped ?? body, { headers: gzipped ? { ...headers, 'Content-Encoding': 'gzip' } : headers });
}
