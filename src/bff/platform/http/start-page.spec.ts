import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setUpShop } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestServer } from '../../../testing/test-server.ts';

const PAGE = '<html lang="en"><head><title>Till</title></head><p class="opening">Tillside</p>';
const FILES = { lock: ['/assets/lock.js'], till: ['/assets/till.js'], en: ['/assets/en.js'], ta: ['/assets/ta.js'] };
const SCREENS = {
  lock: '<h1>Sign in at {place}</h1>{people}',
  names: { manager: '<b>{person}</b>' },
  till: '<i>{person} at {place}</i>',
  tillInTraining: '',
  page: '<main>{title}</main>',
  pageInTraining: '',
  titles: { '/transactions': { manager: 'Transactions' } },
};
let pages: string;
let server: TestServer;

beforeEach(async () => {
  pages = mkdtempSync(join(tmpdir(), 'tillside-start-'));
  writeFileSync(join(pages, 'index.html'), PAGE);
  writeFileSync(join(pages, 'start.json'), JSON.stringify(FILES));
  writeFileSync(join(pages, 'opening.json'), JSON.stringify({ en: SCREENS, ta: SCREENS }));
  server = await createTestServer({ pages });
});
afterEach(async () => {
  await server.close();
  rmSync(pages, { recursive: true });
});

const filesIn = (html: unknown) =>
  [...String(html).matchAll(/rel="modulepreload"[^>]*href="([^"]+)"/g)].map(([, file]) => file);
const dataIn = (html: unknown): unknown => JSON.parse(/id="known">(.*?)<\/script>/.exec(String(html))?.[1] ?? 'null');

it('an unknown device gets the page as it was built', async () => {
  await setUpShop(server);
  expect((await server.browser().send('GET', '/')).body).toBe(PAGE);
});

it('a signed-in till gets its files, shop and session with the page, and no browser stores it', async () => {
  const { browser } = await setUpShop(server);
  const { body, headers } = await browser.send('GET', '/');
  expect(filesIn(body)).toEqual(['/assets/en.js', '/assets/till.js']);
  const [shop, session] = [await browser.send('GET', '/api/shop'), await browser.send('GET', '/api/session')];
  expect(dataIn(body)).toEqual({ shop: shop.body, session: session.body });
  expect(headers.get('cache-control')).toBe('no-store');
});

it('a locked till gets the files of the lock screen, in the browser’s language, and no session', async () => {
  const { browser } = await setUpShop(server);
  await browser.send('DELETE', '/api/session');
  const { body } = await browser.send('GET', '/transactions', undefined, {
    'accept-language': 'de-DE, ta;q=0.8, en;q=0.5',
  });
  expect(filesIn(body)).toEqual(['/assets/ta.js', '/assets/lock.js']);
  expect(dataIn(body)).toMatchObject({ shop: { device: {} }, session: null });
});

it('the service worker, which stores index.html, gets it without data', async () => {
  const { browser } = await setUpShop(server);
  expect((await browser.send('GET', '/index.html')).body).toBe(PAGE);
});

it('a name in the data cannot close its script element', async () => {
  const { browser, managerId } = await setUpShop(server);
  const name = '</script>$&';
  await browser.send('PATCH', `/api/people/${managerId}`, { name });
  expect(dataIn((await browser.send('GET', '/')).body)).toMatchObject({ session: { person: { name } } });
});

const screenIn = (html: unknown) => /<div class="opening" inert>(.*)<\/div>/.exec(String(html))?.[1];

it('the page contains the screen that its address opens, with names as text', async () => {
  const { browser, managerId } = await setUpShop(server);
  await browser.send('PATCH', `/api/people/${managerId}`, { name: '<Mia> & {place}' });
  const name = '&lt;Mia> &amp; {place}';
  const { body: till } = await browser.send('GET', '/');
  expect(screenIn(till)).toMatch(/^<i>&lt;Mia> &amp; \{place\} at \w.*<\/i>$/);
  expect(screenIn((await browser.send('GET', '/transactions')).body)).toBe('<main>Transactions</main>');
  expect(screenIn((await browser.send('GET', '/nowhere')).body)).toBe('<main></main>');
  await browser.send('DELETE', '/api/session');
  const { body: locked } = await browser.send('GET', '/', undefined, { 'accept-language': 'ta' });
  expect(screenIn(locked)).toMatch(/^<h1>Sign in at \w[^{]*<\/h1>.*<b>/);
  expect(screenIn(locked)).toContain(`<b>${name}</b>`);
  expect(locked).toContain('<html lang="ta">');
  expect(dataIn(locked)).toMatchObject({
    people: expect.arrayContaining([expect.objectContaining({ id: managerId })]),
  });
});
