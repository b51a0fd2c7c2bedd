import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import * as z from 'zod';
import { sessionSchema, shopSchema } from '../../../contract/access/people.ts';
import { FRAME_ADDRESS } from '../../../contract/platform/frame-address.ts';
import { preferredLanguage } from '../../../contract/platform/languages.ts';

const startFilesSchema = z.record(z.string(), z.array(z.string()));

/** Answers a request to this server with the credentials of a page's request; null unless 200. */
export type AskSelf = (path: string, context: Context) => Promise<unknown>;

/**
 * Returns the page for a device that sends its cookie: its head names the files of the first
 * screen, and it contains the shop and the session, so that the screen waits for no further
 * request. It never contains a voucher.
 * @returns null for the page as it was built: for an unknown device, in a register's frame, or
 * without a complete build
 */
export type StartPage = (context: Context) => Promise<Response | null>;

export function createStartPage(
  directory: string,
  { isDevice, ask }: { readonly isDevice: (cookieHeader: string | null) => boolean; readonly ask: AskSelf },
): StartPage {
  const [page, list] = [join(directory, 'index.html'), join(directory, 'start.json')];
  if (!existsSync(page) || !existsSync(list)) return async () => null;
  const html = readFileSync(page, 'utf8');
  const files = startFilesSchema.parse(JSON.parse(readFileSync(list, 'utf8')));

  return async (context) => {
    const { headers } = context.req.raw;
    /* In a register's frame, other cookies identify the device. */
    if (context.req.path === FRAME_ADDRESS || !isDevice(headers.get('cookie'))) return null;
    const shop = shopSchema.safeParse(await ask('/api/shop', context)).data;
    if (shop?.device == null) return null;
    const session = sessionSchema.safeParse(await ask('/api/session', context)).data ?? null;
    const accepted = (headers.get('accept-language') ?? '').split(',').map((one) => one.trim());
    const language = session?.person.language ?? preferredLanguage(accepted);
    const first = new Set([...(files[language] ?? []), ...(files[session === null ? 'lock' : 'till'] ?? [])]);
    const links = [...first].map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
    const data = JSON.stringify({ shop, session }).replaceAll('<', '\\u003c');
    const known = `<script type="application/json" id="known">${data}</script>`;
    return respond(
      html.replace('</head>', () => `${links.join('')}${known}</head>`),
      headers,
    );
  };
}

function respond(html: string, request: Headers): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  if (!/\bgzip\b/.test(request.get('accept-encoding') ?? '')) return new Response(html, { headers });
  return new Response(gzipSync(html), { headers: { ...headers, 'Content-Encoding': 'gzip' } });
}
