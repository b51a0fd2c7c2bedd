import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { type PreparedDocument, prepare, servePrepared } from './prepared.ts';
import type { StartPage } from './start-page.ts';

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
/** Files of the build that are never requested by name. */
const LEFT_OUT = /\.(map|br|gz)$|^start\.json$/;
/** The build puts a content hash into the name of every file under this path. */
const HASHED = '/assets/';

/** By the extension that the build appends to the name of a compressed file. */
const ENCODINGS = [
  { ending: '.br', encoding: 'br' },
  { ending: '.gz', encoding: 'gzip' },
];

/**
 * Serves the built pages. All files are read once at start, so that a request only picks from a
 * list and cannot reach any other file. An address without a file extension, outside /api, is a
 * page of the app and gets index.html.
 * @param directory the build's output; if it is missing, every request is passed to the next
 * handler
 * @param startPage the page for a known device
 */
export function staticFiles(directory: string, startPage?: StartPage): MiddlewareHandler {
  const assets = readAssets(directory);
  return async (context, next) => {
    const { path, method } = context.req;
    if (method !== 'GET' && method !== 'HEAD') return next();
    if (path === '/api' || path.startsWith('/api/')) return next();
    const isPage = extname(path) === '' && !assets.has(path);
    const started = isPage && method === 'GET' ? await startPage?.(context) : null;
    if (started) return started;
    const asset = assets.get(isPage ? '/index.html' : path);
    return asset ? servePrepared(asset, context.req.raw.headers) : next();
  };
}

function readAssets(directory: string): ReadonlyMap<string, PreparedDocument> {
  if (!existsSync(directory)) return new Map();
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !LEFT_OUT.test(entry.name),
  );
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(directory, file).split(sep).join('/')}`;
      return [path, assetOf(path, file)];
    }),
  );
}

function assetOf(path: string, file: string): PreparedDocument {
  const body = readFileSync(file);
  const packed = ENCODINGS.flatMap(({ ending, encoding }) =>
    existsSync(file + ending) ? [{ encoding, body: readFileSync(file + ending) }] : [],
  );
  return prepare(body, packed, {
    'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    'Cache-Control': path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
}
