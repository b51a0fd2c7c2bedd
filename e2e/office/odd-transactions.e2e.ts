import { type OddRow, startOddIssuer } from '../support/odd-issuer.ts';
import { test as base, expect, openShop, signIn } from '../support/world.ts';

const MID = '000000000000042';
const stamp = (agoMs: number) => new Date(Date.now() - agoMs).toISOString().slice(0, 21);

function capture(transaction_id: string, change: Readonly<Record<string, unknown>> = {}): OddRow {
  const vouchers = [{ ref: `9000${transaction_id}`, using_value: 100, actions: [] }];
  return {
    transaction_id,
    type: 'Capture',
    status: 'Succeeded',
    mid: MID,
    amount: 100,
    currency: 'SGD',
    created: stamp(60_000),
    vouchers,
    ...change,
  };
}

const ODD: readonly OddRow[] = [
  capture('1001'),
  capture('1002', { type: 'Chargeback', status: 'Pondering' }),
  capture('1003', { currency: '', amount: undefined }),
  capture('1004', { created: undefined }),
  { transaction_id: '1005', mid: MID, created: stamp(60_000) },
  capture('1006', { vouchers: null }),
  capture('1007', { mid: '000000000000099' }),
  capture('1008', { mid: undefined }),
  capture('1009', { type: 'REFUND', amount: '40', last_updated: 'yesterday' }),
];

/** A server whose issuer answers searches oddly. */
const test = base.extend({
  settings: async ({}, use) => {
    const issuer = await startOddIssuer(ODD, (count) => capture(`200${count}`, { created: stamp(1_000) }));
    await use({ MERCHANT_BASE_URL: `${issuer.address}/merchant`, MERCHANT_MID: MID });
    issuer.close();
    await issuer.stop();
  },
});

test('repeated, unordered, incomplete or unfamiliar rows are each listed once', async ({ page, context, world }) => {
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/transactions?period=week&all=1`);
  const list = page.getByRole('table', { name: 'Transactions' });
  await expect(list).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  await expect(list).toHaveAttribute('aria-rowcount', '14', { timeout: 20_000 });
  const lines = list.getByRole('button', { name: /^Open / });
  await expect(lines).toHaveCount(13);
  await expect(lines.filter({ visible: true }).and(page.getByRole('button', { name: /Open Chargeback, SGD.1\.00, ··1002/ }))).toHaveCount(
    1,
  );
  await expect(page.getByRole('button', { name: /Open Redemption, 100 items, ··1003/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /··1004, no time/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /··1007/ })).toHaveCount(0);
  await page.getByText('By hour or day, and other currencies').click();
  await expect(page.getByText(/^2 transactions have an unknown status/)).toBeVisible();
  // Nine captures of SGD 1.00 are ours or nobody’s: 1001, 1004, 1006, 1008 and the five that arrived.
  await expect(page.locator('dl > div').filter({ hasText: 'Redeemed' }).locator('dd').first()).toHaveText(/^SGD9\.00/);
  await expect(page.locator('dl > div').filter({ hasText: 'Refunded' }).locator('dd').first()).toHaveText(/^SGD0\.40/);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Shop').selectOption('Shop not known');
  await expect(lines).toHaveCount(1);
});
