import { openTill, redeem, verdict } from '../support/till.ts';
import { expect, openShop, signIn, test } from '../support/world.ts';

test('the screen is updated by polling if there are no events', async ({ page, context, world }) => {
  await openShop(context, world);
  await context.route('**/api/events', (route) => route.abort());
  await openTill(page, world.origin);
  await redeem(page, '9000000003', '20.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures('9000000003')).toEqual([2000]);
});

test('a page has one event connection while a person is signed in, and none while it is locked', async ({ page, context, world }) => {
  await openShop(context, world);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/events')) asked.push(request.method());
  });
  await openTill(page, world.origin);
  await expect.poll(() => asked).toEqual(['GET']);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events'));
  await page.keyboard.press('F9');
  await ended;
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(asked).toEqual(['GET']);
});

test('a session that ends elsewhere locks the screen', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await signIn(context, world, 'manager');
  await context.request.delete(`${world.origin}/api/session`, { headers: { 'X-Tillside': '1', Origin: world.origin } });
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 30_000 });
});
