import { activate, heading, openActivate, openStockRoom, paste } from '../support/stock-room.ts';
import { openTill, redeem, verdict } from '../support/till.ts';
import { expect, openShop, PEOPLE, signIn, test } from '../support/world.ts';

test('stock staff see activated cards, but no redemption, total or issuer data', async ({ page, context, world }) => {
  test.slow();
  await openStockRoom(context, world);
  await signIn(context, world, 'cashier');
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '3.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await signIn(context, world, 'stock');
  await openActivate(page, world.origin);
  await paste(page, [{ start: '000101', end: '000103', count: 3 }]);
  await activate(page, '3 cards').click();
  await expect(heading(page, '3 of 3 cards are active')).toBeVisible();

  await page.goto(`${world.origin}/transactions`);
  await expect(heading(page, 'My activations')).toBeVisible();
  const lines = page.getByRole('button', { name: /^Open / });
  await expect(lines).toHaveCount(1);
  await expect(lines).toHaveAttribute('aria-label', /Open Activation, 3 cards/);
  await expect(page.getByText('Redeemed')).toHaveCount(0);
  const { from, to } = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  for (const path of ['search', 'export']) {
    const refused = await context.request.post(`${world.origin}/api/transactions/${path}`, {
      headers: { 'X-Tillside': '1', Origin: world.origin },
      data: { from, to },
    });
    expect(refused.status(), path).toBe(403);
  }
});

test('a cashier who opens a manager’s address sees a refusal and a way back', async ({ page, context, world }) => {
  await openShop(context, world);
  for (const path of [
    '/people',
    '/connections',
    '/audit',
    '/holds',
    '/exceptions',
    '/today',
    '/tills',
    '/settings',
    '/settings/limits',
    '/closings',
    '/activate',
  ]) {
    await page.goto(`${world.origin}${path}`);
    await expect(heading(page, 'Your role does not allow this. Ask a manager.'), path).toBeVisible();
  }
  await page.goto(`${world.origin}/peopl`);
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the till' }).click();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  await expect(page.getByText(`${PEOPLE.cashier.name} · Till 1`)).toBeVisible();
});
