import type { Page } from '@playwright/test';
import { TEST_TEXT } from '../../src/features/scanner-check/pwa/test-code.ts';
import { faultsOf } from '../support/audit.ts';
import { withCameraTill } from '../support/camera-till.ts';
import { type Press, scan } from '../support/scanner-keys.ts';
import { openTill, panel, takeAllButton, verdict } from '../support/till.ts';
import { expect, openShop, test } from '../support/world.ts';

const CODE = '7KQ2M9XW4ZP3';

/** Signs of a US keyboard, with the keys that a scanner presses for them. */
const SIGNS: Readonly<Record<string, string>> = {
  '-': 'Minus',
  _: 'Minus',
  '.': 'Period',
  ':': 'Semicolon',
  '/': 'Slash',
  '?': 'Slash',
  '=': 'Equal',
  '&': 'Digit7',
};
/** Characters of a German keyboard layout for the keys that a scanner presses. */
const GERMAN: Readonly<Record<string, string>> = {
  y: 'z',
  z: 'y',
  Y: 'Z',
  Z: 'Y',
  '-': 'ß',
  _: '?',
  ':': 'Ö',
  '/': '-',
  '?': '_',
  '=': 'Dead',
  '&': '/',
};

/** A scanner that types as if on a US keyboard, on a computer with a German one. */
const german = (text: string): Press[] =>
  Array.from(text, (character) => ({
    key: GERMAN[character] ?? character,
    code: SIGNS[character] ?? (/\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`),
    shift: /[A-Z_:?&]/.test(character),
  }));
const ENTER: Press = { key: 'Enter', code: 'Enter' };

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Check the scanner' });

test('a scanner for another keyboard layout is detected, corrected with one tap, and then redeems', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await scan(page, [...german(CODE), ENTER]);
  await expect(page.getByText('Voucher not found', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Wrong number? Check the scanner' }).click();
  await expect(heading(page)).toBeVisible();
  expect.soft(await faultsOf(page)).toEqual([]);

  await scan(page, [...german(TEST_TEXT), ENTER]);
  await expect(page.getByText('Characters arrive changed')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await faultsOf(page), colorScheme).toEqual([]);
  }
  await page.getByRole('button', { name: 'Fix on this device' }).click();
  await expect(page.getByText('Fixed. Scan again to check.')).toBeVisible();
  await scan(page, [...german(TEST_TEXT), ENTER]);
  await expect(page.getByText('The scanner works correctly.')).toBeVisible();

  await scan(page, [...german(CODE), ENTER]);
  const last = page.getByRole('article').first();
  await expect(last).toContainText('the code of a voucher or a card');
  await expect(last).toContainText('ends with Enter');
  await expect(page.getByText(CODE), 'a code is money').toHaveCount(0);
  await last.getByRole('button', { name: 'Show in full' }).click();
  await expect(page.getByText(CODE)).toBeVisible();

  await page.getByRole('link', { name: 'Redeem', exact: true }).first().click();
  await scan(page, [...german(CODE), ENTER]);
  await expect(panel(page)).toContainText('SGD 50.00');
  await takeAllButton(page, '50.00').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures(CODE)).toEqual([5000]);
  await page.reload();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('This device', { exact: true }).click();
  await page.getByRole('link', { name: 'Check the scanner' }).click();
  await page.getByRole('button', { name: 'Remove the fix' }).click();
  await scan(page, [...german(TEST_TEXT), ENTER]);
  await expect(page.getByText('Characters arrive changed')).toBeVisible();
});

test('a slow scanner without Enter and with a prefix works after its correction', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.goto(`${world.origin}/scan-check`);
  await expect(heading(page)).toBeVisible();
  const us = (text: string) => Array.from(text, (key): Press => ({ key, code: '', shift: false }));
  await scan(page, us(`~${TEST_TEXT}`), { gapMs: 45 });
  await expect(page.getByText('The scan does not end with Enter')).toBeVisible();
  await expect(page.getByText('There is extra text before every code')).toBeVisible();
  await page.getByRole('button', { name: 'Fix on this device' }).click();
  await page.getByRole('link', { name: 'Redeem', exact: true }).first().click();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  await scan(page, us('~1000000050'), { gapMs: 45 });
  await expect(panel(page)).toContainText('SGD 50.00');
});

test('the test explains joined codes and input methods, and a till does not redeem joined links', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.goto(`${world.origin}/scan-check`);
  await expect(heading(page)).toBeVisible();
  const us = (text: string) => Array.from(text, (key): Press => ({ key, code: '', shift: false }));
  await scan(page, [...us(`${CODE}${TEST_TEXT}`), ENTER]);
  await expect(page.getByRole('heading', { name: 'Several codes arrived as one' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fix on this device' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Field for input methods' }).focus();
  await scan(page, [...Array.from(CODE, () => ({ key: 'Process' })), ENTER]);
  await expect(page.getByRole('heading', { name: 'An input method receives the scan' })).toBeVisible();
  expect.soft(await faultsOf(page)).toEqual([]);

  await page.getByRole('link', { name: 'Redeem', exact: true }).first().click();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  const link = 'https://example.test/v/52ae2587-14bd-4750-b9ed-95e8922a3d59';
  await scan(page, [...us(`${link}${link}`), ENTER]);
  await expect(page.getByText('Several codes arrived as one. Scan one at a time.')).toBeVisible();
});

test('the camera’s code is shown with its kind and the engines that read it', async ({ world }, testInfo) => {
  const film = [{ codes: [{ kind: 'qr', text: '1000000050' }], seconds: 3 }] as const;
  await withCameraTill(world, testInfo, { film }, async ({ page, checked }) => {
    await expect.poll(() => checked).toEqual(['1000000050']);
    await page.goto(`${world.origin}/scan-check`);
    const row = page.getByRole('article').first();
    await expect(row).toContainText('Camera', { timeout: 30_000 });
    await expect(row).toContainText('QRCode · read by');
    await expect(row).toContainText('··0050 · 10 characters');
    await expect(row).not.toContainText('1000000050');
    expect(checked, 'nothing is looked up there').toHaveLength(1);
  });
});
