import { withCameraTill } from '../support/camera-till.ts';
import { addStock, openActivate } from '../support/stock-room.ts';
import { expect, signIn, test } from '../support/world.ts';

const EMPTY = { codes: [], seconds: 2 };
const card = (text: string) => ({ codes: [{ kind: 'code128', text }], seconds: 3 }) as const;

test('the camera opens on demand, and reads the first number, then the last', async ({ world }, testInfo) => {
  test.slow();
  await withCameraTill(world, testInfo, { film: [EMPTY, card('000101'), EMPTY, card('000150')] }, async ({ page, context }) => {
    await addStock(context, world);
    await signIn(context, world, 'stock');
    await openActivate(page, world.origin);
    await expect(page.getByRole('region', { name: 'Scanner' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Use the camera' }).click();
    await expect(page.getByRole('textbox', { name: 'First number' })).toHaveValue('000101');
    await expect(page.getByRole('textbox', { name: 'Last number' })).toHaveValue('000150');
    await expect(page.getByText('50 cards').first()).toBeVisible();
  });
});
