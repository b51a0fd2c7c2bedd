import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import * as z from 'zod';
import {
  type Person,
  personSchema,
  placeOf,
  type Session,
  type Shop,
  sessionSchema,
  shopSchema,
} from '../../../contract/access/people.ts';
import { FRAME_ADDRESS } from '../../../contract/platform/frame-address.ts';
import { LANGUAGES, preferredLanguage } from '../../../contract/platform/languages.ts';
import { allOpeningScreensSchema, type OpeningScreens } from '../../../contract/platform/opening-screens.ts';

const startFilesSchema = z.record(z.string(), z.array(z.string()));

/** Answers a request to this server with the credentials of a page's request; null unless 200. */
export type RequestToServer = (path: string, context: Context) => Promise<unknown>;

/**
 * Returns the page for a device that sends its cookie: its head names the files of the first
 * screen, and it contains the shop, the session or the people who may sign in, and the markup of
 * the screen, so that the screen waits for no further request and is seen before the scripts run.
 * It never contains a voucher.
 * @returns null for the page as it was built: for an unknown device, in a register's frame, or
 * without a complete build
 */
export type StartPage = (context: Context) => Promise<Response | null>;

export function createStartPage(
  directory: string,
  { isDevice, ask }: { readonly isDevice: (cookieHeader: string | null) => boolean; readonly ask: RequestToServer },
): StartPage {
  const paths = ['index.html', 'start.json', 'opening.json'].map((name) => join(directory, name));
  if (!paths.every((path) => existsSync(path))) return async () => null;
  const [html = '', list = '', markup = ''] = paths.map((path) => readFileSync(path, 'utf8'));
  const files = startFilesSchema.parse(JSON.parse(list));
  const screens = allOpeningScreensSchema.parse(JSON.parse(markup));

  return async (context) => {
    const { headers } = context.req.raw;
    /* In a register's frame, other cookies identify the device. */
    if (context.req.path === FRAME_ADDRESS || !isDevice(headers.get('cookie'))) return null;
    const shop = shopSchema.safeParse(await ask('/api/shop', context)).data;
    if (shop?.device == null) return null;
    const session = sessionSchema.safeParse(await ask('/api/session', context)).data ?? null;
    const people =
      session === null ? z.array(personSchema).safeParse(await ask('/api/people', context)).data : undefined;
    const accepted = (headers.get('accept-language') ?? '').split(',').map((one) => one.trim());
    const language = session?.person.language ?? preferredLanguage(accepted);
    const first = new Set([...(files[language] ?? []), ...(files[session === null ? 'lock' : 'till'] ?? [])]);
    const links = [...first].map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
    const data = JSON.stringify({ shop, session, people }).replaceAll('<', '\\u003c');
    const known = `<script type="application/json" id="known">${data}</script>`;
    const screen = screens[language] && openingScreen(screens[language], { shop, session, people }, context.req.path);
    return respond(
      html
        .replace('<html lang="en">', `<html lang="${LANGUAGES[language].tag}">`)
        .replace('</head>', () => `${links.join('')}${known}</head>`)
        .replace(NAME_ONLY, (line) => (screen === undefined ? line : `<div class="opening" inert>${screen}</div>`)),
      headers,
    );
  };
}

/** The line of index.html that is seen without a screen. */
const NAME_ONLY = '<p class="opening">Tillside</p>';

interface KnownStart {
  readonly shop: Shop;
  readonly session: Session | null;
  readonly people: readonly Person[] | undefined;
}

/** Returns the markup of the screen that a path opens. */
function openingScreen(screens: OpeningScreens, { shop, session, people = [] }: KnownStart, path: string): string {
  const place = escaped(placeOf(shop));
  if (session === null) {
    const names = people.map(({ name, role }) => filled(screens.names[role] ?? '', { person: escaped(name) }));
    return filled(screens.lock, { people: names.join(''), place });
  }
  const isTill = path === '/' && session.person.role !== 'stock' && !shop.visit;
  const kind = isTill ? 'till' : 'page';
  const screen = screens[shop.practice ? (`${kind}InTraining` as const) : kind];
  const title = screens.titles[path]?.[session.person.role] ?? '';
  return filled(screen, { person: escaped(session.person.name), place, title });
}

const filled = (markup: string, texts: Readonly<Record<string, string>>) =>
  markup.replaceAll(/\{(person|place|people|title)\}/g, (blank, name: string) => texts[name] ?? blank);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function respond(html: string, request: Headers): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  if (!/\bgzip\b/.test(request.get('accept-encoding') ?? '')) return new Response(html, { headers });
  return new Response(gzipSync(html), { headers: { ...headers, 'Content-Encoding': 'gzip' } });
}
