import { openTill } from '../support/till.ts';
import { expect, openShop, test } from '../support/world.ts';

test.use({ settings: { CLIENT_BASE_URL: '', CLIENT_TOKEN_URL: '', CLIENT_ID: '', CLIENT_SECRET: '' } });

test('selling is neither possible nor mentioned in a shop without credentials of the client API', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await expect(page.getByRole('link', { name: 'Redeem', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sell vouchers' })).toHaveCount(0);
  await page.goto(`${world.origin}/sell`);
  await expect(page.getByText('Page not found')).toBeVisible();
  const answer = await context.request.get(`${world.origin}/api/products`);
  expect([answer.status(), await answer.json()]).toMatchObject([404, { error: { code: 'not-sold-here' } }]);
});
