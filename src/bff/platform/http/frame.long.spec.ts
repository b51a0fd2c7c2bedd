import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, CASHIER_PIN, codeOf, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { cookieForFrame, cookiesOfFrame } from './frame-cookies.ts';

const ORIGIN = 'https://register.example';
const IN_FRAME = { 'x-tillside-frame': '1', 'sec-fetch-site': 'same-origin' };

let root: string;
let server: TestServer;
let manager: TestBrowser;
let registerId: string;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'tillside-frame-'));
  writeFileSync(join(root, 'index.html'), '<title>Till</title>');
  server = await createTestServer({ pages: root });
  manager = (await setUpShop(server)).browser;
  registerId = textAt((await manager.send('POST', '/api/registers', { origin: ORIGIN, name: 'Web' })).body, 'id');
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

async function ancestorsAt(path: string): Promise<string | undefined> {
  const { headers } = await server.browser().send('GET', path);
  return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
}
const frameAt = (...origins: string[]) =>
  `/pay/frame?${origins.map((origin) => `origin=${encodeURIComponent(origin)}`).join('&')}`;

describe('a page of the till in a frame', () => {
  it('is allowed only for the listed register in its address, while it is listed', async () => {
    expect(await ancestorsAt(frameAt(ORIGIN))).toBe(ORIGIN);
    const { headers } = await server.browser().send('GET', frameAt(ORIGIN));
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
    await manager.send('DELETE', `/api/registers/${registerId}`);
    expect(await ancestorsAt(frameAt(ORIGIN))).toBe("'none'");
  });

  it.each([
    frameAt('https://evil.example'),
    frameAt(`${ORIGIN}.evil.example`),
    frameAt(`${ORIGIN}/`),
    frameAt(`${ORIGIN} https://evil.example`),
    frameAt(`${ORIGIN}; script-src *`),
    frameAt(ORIGIN, 'https://evil.example'),
    frameAt('*'),
    frameAt(),
    `/?origin=${ORIGIN}`,
    `/pay?origin=${ORIGIN}`,
    `/pay/frame/?origin=${ORIGIN}`,
    `/api/shop?origin=${ORIGIN}`,
  ])('is refused at %s', async (path) => {
    expect(await ancestorsAt(path)).toBe("'none'");
  });

  it('is refused if the list cannot be read', async () => {
    await server.db.schema.dropTable('register').execute();
    expect(await ancestorsAt(frameAt(ORIGIN))).toBe("'none'");
    expect(server.logged.some((line) => line.includes('failed to read the list of registers'))).toBe(true);
  });
});

describe('the cookies of a frame', () => {
  let frame: TestBrowser;
  beforeEach(async () => {
    const personId = await addPerson(manager, 'Ana', 'cashier', CASHIER_PIN);
    const made = await manager.send('POST', '/api/devices/codes');
    frame = server.browser();
    await frame.send('POST', '/api/devices', { code: textAt(made.body, 'code'), name: 'Web till' }, IN_FRAME);
    await frame.send('POST', '/api/session', { personId, pin: CASHIER_PIN }, IN_FRAME);
  });

  it('are separate, partitioned by site, and leave the till’s cookies strict', async () => {
    const names = frame
      .cookieHeader()
      .split('; ')
      .map((pair) => pair.split('=')[0]);
    expect(names).toEqual(['tillside-frame-device', 'tillside-frame-session']);
    const strict = '__Host-tillside-device=abc; Path=/; Max-Age=9; HttpOnly; SameSite=Strict; Secure';
    const open = '__Host-tillside-frame-device=abc; Path=/; Max-Age=9; HttpOnly; SameSite=None; Partitioned; Secure';
    expect(cookieForFrame(strict)).toBe(open);
    const made = await manager.send('POST', '/api/devices/codes');
    const enrolled = await server
      .browser()
      .send('POST', '/api/devices', { code: textAt(made.body, 'code'), name: 'Till 2' });
    expect(enrolled.headers.getSetCookie().every((cookie) => cookie.includes('SameSite=Strict'))).toBe(true);
  });

  it('count for requests of the frame’s own page, marked by a header or, for a stream, by the address', async () => {
    expect((await frame.send('GET', '/api/session', undefined, IN_FRAME)).status).toBe(200);
    expect(
      (await frame.send('GET', '/api/session?frame=1', undefined, { 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(200);
  });

  it.each<[string, string, Record<string, string>]>([
    ['of another site', '/api/session?frame=1', { 'sec-fetch-site': 'cross-site' }],
    ['of another origin of the same site', '/api/session?frame=1', { 'sec-fetch-site': 'same-site' }],
    ['with a typed address', '/api/session?frame=1', { 'sec-fetch-site': 'none' }],
    ['without browser data about its site', '/api/session?frame=1', { 'x-tillside-frame': '1' }],
    ['of the till itself', '/api/session', { 'sec-fetch-site': 'same-origin' }],
  ])('do not count for a request %s', async (_, path, headers) => {
    expect((await frame.send('GET', path, undefined, headers)).status).toBe(401);
  });

  it('are ignored for a page of another origin, though the browser sends them', async () => {
    const foreign = { ...IN_FRAME, 'sec-fetch-site': 'cross-site', origin: ORIGIN };
    expect(codeOf(await frame.send('DELETE', '/api/session', undefined, foreign))).toBe('forbidden-origin');
    expect(codeOf(await frame.send('DELETE', '/api/session', undefined, { ...IN_FRAME, 'x-tillside': '' }))).toBe(
      'forbidden-origin',
    );
    expect((await frame.send('GET', '/api/session', undefined, IN_FRAME)).status).toBe(200);
  });

  it('are the only ones that count: the till’s own cookies are ignored in a frame', async () => {
    expect((await manager.send('GET', '/api/session', undefined, IN_FRAME)).status).toBe(401);
    expect(cookiesOfFrame('tillside-session=s; __Host-tillside-frame-device=d; x=tillside-frame-y')).toBe(
      '__Host-tillside-device=d',
    );
  });
});
