import type { Scene, SceneCode } from '../support/camera-file.ts';
import { withCameraTill } from '../support/camera-till.ts';
import { openTill, takeAllButton } from '../support/till.ts';
import { ask, expect, signIn, test } from '../support/world.ts';

const REF = '1000000050';
/** Shelves of product codes. */
const SHELVES = 10;
const BESIDE = [0.2, 0.5, 0.8];

/* Nothing is lost here: while engines are compiled, a busy machine answers late. */
test.use({ settings: { UPSTREAM_TIMEOUT_MS: '10000' } });

/** An EAN-13 of a product. */
function product(index: number): string {
  const digits = `590${String(100_000_000 + index * 7_919_113)}`;
  const sum = Array.from(digits, Number).reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

test('product codes in view of a shop that stated its voucher numbers are never looked up, unlike the voucher next to them', async ({
  world,
}, testInfo) => {
  test.slow();
  const shelf = (from: number): SceneCode[] =>
    BESIDE.map((x, index) => ({ kind: 'ean13', text: product(from + index), at: [x, 0.5], size: 0.28 }));
  const film: Scene[] = [
    ...Array.from({ length: SHELVES }, (_, index) => ({ codes: shelf(3 * index), seconds: 0.8 })),
    { codes: [...shelf(0).slice(0, 2), { kind: 'qr', text: REF, at: [0.8, 0.5], size: 0.35 }], seconds: 20 },
  ];
  await withCameraTill(world, testInfo, { film }, async ({ page, context, checked }) => {
    await page.goto('about:blank');
    await signIn(context, world, 'manager');
    await ask(context.request, world, 'PUT', '/api/settings', { numberShapes: { shapes: ['##########'], checkDigit: 'none' } });
    await signIn(context, world, 'cashier');
    const before = checked.length;
    await openTill(page, world.origin);
    await expect(takeAllButton(page, '50.00')).toBeVisible({ timeout: 40_000 });
    expect(checked.slice(before)).toEqual([REF]);
    await page.keyboard.press('Escape');

    const field = page.getByRole('textbox', { name: 'Voucher number' });
    await field.fill(product(1));
    await field.press('Enter');
    await expect(page.getByText('That is not a voucher number of this shop.')).toBeVisible();
    expect(checked.slice(before)).toEqual([REF]);
  });
});
