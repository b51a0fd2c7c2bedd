import type { Page } from '@playwright/test';
import { type Manner, type Press, scan } from '../support/scanner-keys.ts';
import { openTill, panel } from '../support/till.ts';
import { expect, openShop, test } from '../support/world.ts';

const REF = '1000000050';
const CAPITALS = 'AB123456789';
const ENTER: Press = { key: 'Enter', code: 'Enter' };
const codeOf = (character: string) => (/\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`);
const plain = (text: string): Press[] => Array.from(text, (key) => ({ key, code: codeOf(key), shift: /[A-Z]/.test(key) }));
const FRENCH_DIGITS = 'à&é"\'(-è_ç';

function checksOf(page: Page): string[] {
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/vouchers/check')) checks.push((request.postDataJSON() as { code: string }).code);
  });
  return checks;
}

test.beforeEach(async ({ context, page, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
});

const CASES: readonly { what: string; presses: readonly Press[]; manner?: Manner; expected: string }[] = [
  { what: 'a fast scanner', presses: [...plain(REF), ENTER], expected: REF },
  { what: 'a slow Bluetooth scanner', presses: [...plain(REF), ENTER], manner: { gapMs: 55 }, expected: REF },
  {
    what: 'a scanner on a computer with a French keyboard',
    presses: [...Array.from(REF, (digit) => ({ key: FRENCH_DIGITS[Number(digit)] ?? '', code: `Digit${digit}` })), ENTER],
    expected: REF,
  },
  {
    what: 'a scanner while Caps Lock is on',
    presses: [...plain(CAPITALS).map((press) => ({ ...press, key: press.key.toLowerCase() })), ENTER],
    manner: { gapMs: 8, capsLock: true },
    expected: CAPITALS,
  },
  {
    what: 'a scanner that puts the kind of code before it and two Enters after it',
    presses: [{ key: ']', code: 'BracketRight' }, ...plain(`C0${REF}`), ENTER, ENTER],
    expected: REF,
  },
  { what: 'a scanner that ends with Tab', presses: [...plain(REF), { key: 'Tab', code: 'Tab' }], expected: REF },
];

for (const { what, presses, manner, expected } of CASES) {
  test(`${what} is received from anywhere on the page`, async ({ page }) => {
    const checks = checksOf(page);
    await scan(page, presses, manner);
    await expect.poll(() => checks).toEqual([expected]);
  });
}

test('a scan does not change the amount that has the focus', async ({ page }) => {
  const checks = checksOf(page);
  await page.keyboard.press('F2');
  await scan(page, [...plain(REF), ENTER]);
  await expect.poll(() => checks).toEqual([REF]);
  await expect(panel(page)).toContainText('SGD 50.00');
});

test('a scan does not leave characters in the focused code field, and does not open the keyboard', async ({ page }) => {
  const checks = checksOf(page);
  const field = page.getByRole('textbox', { name: 'Voucher number' });
  await field.focus();
  await scan(page, [...plain(REF), ENTER]);
  await expect.poll(() => checks).toEqual([REF]);
  await expect(field).toHaveValue('');
});

test('a scan closes an open help dialog without pressing a button in it', async ({ page }) => {
  const checks = checksOf(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('button').first().focus();
  await scan(page, [...plain(REF), ENTER]);
  await expect.poll(() => checks).toEqual([REF]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Voucher' })).toBeVisible();
});
