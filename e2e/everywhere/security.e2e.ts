import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { openTill, panel, redeem, takeAllButton, verdict, wedge } from '../support/till.ts';
import { builtPages, keptInDatabases, keptOutside, recordTraffic } from '../support/traces.ts';
import { expect, openShop, SECRET, signIn, test } from '../support/world.ts';

/* The app is installed in the browser, as on a till, so that its cache is searched as well. */
test.use({ serviceWorkers: 'allow' });

/** Refs of the vouchers in the story below, which must not leak. */
const TYPED = 'AB123456789';
const SCANNED = '1000000037';
const REFUSED = '2000000003';
const LOST = '9000000001';
/** The issuer's transaction ids have random digits, which may contain a ref by chance. */
const ISSUER_IDS = /\d{25,}/g;

const POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'worker-src': ["'self'"],
  'connect-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
};

test('a day at the till does not leak a ref or secret, and never violates the content policy', { tag: '@main' }, async ({
  page,
  context,
  world,
}) => {
  const traffic = await recordTraffic(context);
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.evaluate(() => navigator.serviceWorker.ready);

  await page.keyboard.type(TYPED, { delay: 120 });
  await page.keyboard.press('Enter');
  await takeAllButton(page, '50.00').click();
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await redeem(page, SCANNED, '20.00');
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await wedge(page, REFUSED);
  await page.getByRole('button', { name: 'Scan another voucher' }).click();
  await redeem(page, LOST, '20.00');
  await expect(page.getByText('Do not redeem again').first()).toBeVisible();
  expect(await keptInDatabases(page)).toContain(LOST);
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await page.keyboard.press('F9');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  const answers = await traffic.answers();
  const outside = await keptOutside(page);
  const places = { urls: traffic.urls(), outside, databases: await keptInDatabases(page), log: world.log() };
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(100);
    for (const ref of [TYPED, SCANNED, REFUSED, LOST]) expect(text.replace(ISSUER_IDS, ''), place).not.toContain(ref);
  }
  for (const [place, text] of Object.entries({ ...places, answers, pages: await builtPages() })) {
    for (const secret of [SECRET, 'practice-client-secret']) expect(text, place).not.toContain(secret);
  }
  expect(traffic.complaints()).toEqual([]);
});

const EVENTS = ['/api/events', '/api/display/events'];

test('only the check returns a complete ref, and only to the caller that sent it', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  const withRef: string[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    /* The events never end, so they have no text; they name kinds and ids, or nothing. */
    if (!pathname.startsWith('/api/') || EVENTS.includes(pathname)) return;
    const text = await response.text().catch(textOfLeftPage);
    if (text.includes(SCANNED)) withRef.push(pathname);
  });
  await redeem(page, SCANNED, '20.00');
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await expect(page.getByText('··0037').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('··0037').first()).toBeVisible();
  await expect(page.getByText(SCANNED)).toHaveCount(0);
  await expect(panel(page)).toHaveCount(0);
  expect(withRef).toEqual(['/api/vouchers/check']);
});

test('every response has the content policy and forbids framing, sniffing, leaking and storing', async ({ context, world }) => {
  for (const path of ['/', '/people', '/sw.js', '/api/shop', '/api/session', '/api/nothing', '/nothing.txt']) {
    const headers = (await context.request.get(`${world.origin}${path}`)).headers();
    expect(directives(headers['content-security-policy'] ?? ''), path).toMatchObject(POLICY);
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(self)'),
    });
    expect(headers, path).not.toHaveProperty('access-control-allow-origin');
    if (path.startsWith('/api/')) expect(headers['cache-control'], path).toBe('no-store');
  }
});

/**
 * The text of a response is unavailable if its page was left, so only responses that were shown
 * count.
 */
function textOfLeftPage(error: unknown): string {
  if (String(error).includes('navigated away from')) return '';
  throw error;
}

function directives(policy: string): Record<string, string[]> {
  const words = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(words.map(([name = '', ...sources]) => [name, sources]));
}

test('cookies are not accessible to scripts or other sites', async ({ context, world }) => {
  await openShop(context, world);
  const cookies = await context.cookies();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(cookie.value.length).toBeGreaterThanOrEqual(43);
  }
  const before = await sessionCookie(context);
  await signIn(context, world, 'manager');
  expect(await sessionCookie(context)).not.toBe(before);
});

async function sessionCookie(context: BrowserContext): Promise<string | undefined> {
  return (await context.cookies()).find(({ name }) => name.endsWith('session'))?.value;
}

test('only our own page can change anything', async ({ context, world }) => {
  await openShop(context, world);
  const put = (headers: Record<string, string>) =>
    context.request.put(`${world.origin}/api/tenders/${randomUUID()}`, {
      headers,
      data: { code: SCANNED, amount: 100, currency: 'SGD' },
    });
  const own = { 'X-Tillside': '1', Origin: world.origin };
  for (const headers of [
    { Origin: world.origin },
    { 'X-Tillside': '1' },
    { ...own, Origin: 'https://evil.example' },
    { ...own, Origin: 'null' },
    { ...own, Origin: `${world.origin}.evil.example` },
    { ...own, 'Sec-Fetch-Site': 'cross-site' },
    { ...own, 'Content-Type': 'text/plain' },
  ]) {
    expect((await put(headers)).status(), JSON.stringify(headers)).toBe(403);
  }
  expect(await world.captures(SCANNED)).toEqual([]);
});

test('a page of another site in the cashier’s browser cannot redeem', async ({ page, context, world }) => {
  await openShop(context, world);
  const elsewhere = world.origin.replace('127.0.0.1', 'localhost');
  await page.goto(`${elsewhere}/robots.txt`);
  const outcome = await page
    .evaluate(
      async ({ url, body }) => {
        const answer = await fetch(url, {
          method: 'PUT',
          credentials: 'include',
          headers: { 'X-Tillside': '1', 'Content-Type': 'application/json' },
          body,
        });
        return answer.status;
      },
      { url: `${world.origin}/api/tenders/${randomUUID()}`, body: JSON.stringify({ code: SCANNED, amount: 100, currency: 'SGD' }) },
    )
    .catch((error: unknown) => String(error));
  expect(outcome).toMatch(/Failed to fetch/);
  expect(await world.captures(SCANNED)).toEqual([]);
});

test('headers invented by a browser do not reach the voucher service', async ({ context, world }) => {
  await openShop(context, world);
  const evil = { 'X-Client-Id': 'evil', 'X-Client-Secret': 'evil', Authorization: 'Bearer evil', 'X-Forwarded-Host': 'evil.example' };
  const headers = { ...evil, 'X-Tillside': '1', Origin: world.origin };
  const check = await context.request.post(`${world.origin}/api/vouchers/check`, { headers, data: { code: SCANNED } });
  expect(await check.json()).toMatchObject({ status: 'active', sources: { status: 'legacy', product: 'merchant' } });
  const data = { code: SCANNED, amount: 100, currency: 'SGD' };
  const put = await context.request.put(`${world.origin}/api/tenders/${randomUUID()}`, { headers, data });
  expect(await put.json()).toMatchObject({ state: 'captured' });
  expect(world.log()).not.toContain('evil');
});
