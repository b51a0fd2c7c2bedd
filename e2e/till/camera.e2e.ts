import { chromium } from '@playwright/test';
import type { Scene, SceneCode } from '../support/camera-file.ts';
import { sandboxArgs } from '../support/camera-file.ts';
import { withCameraTill } from '../support/camera-till.ts';
import { findChromium } from '../support/find-chromium.ts';
import { openTill, redeemButton, setDue, takeAllButton, verdict } from '../support/till.ts';
import { expect, openShop, signIn, test } from '../support/world.ts';

const REF = '1000000050';
const LINK = 'https://vouchers.example/v/3f1c9a52-7a1e-4b6f-9a39-6d7f0a1f2b3c';
const isDeep = process.env['DEEP'] === 'true';
/** `npm run e2e:deep` watches for a minute. */
const WATCH_MS = isDeep ? 60_000 : 6_000;
const comesIntoView = (...codes: SceneCode[]): Scene[] => [
  { codes: [], seconds: 1 },
  { codes, seconds: 2 },
];

/* Nothing is lost here: while engines are compiled, a busy machine answers late. */
test.use({ settings: { UPSTREAM_TIMEOUT_MS: '10000' } });

for (const { kind, what } of [
  { kind: 'qr', what: 'a QR code' },
  { kind: 'code128', what: 'a Code 128' },
] as const) {
  test(
    `the camera reads ${what}: scan, check, redeem, verdict, and the issuer’s ledger agrees`,
    { tag: kind === 'qr' ? '@main' : [] },
    async ({ world }, testInfo) => {
      await withCameraTill(world, testInfo, { film: comesIntoView({ kind, text: REF }) }, async ({ page }) => {
        await takeAllButton(page, '50.00').click();
        await expect(verdict(page, 'Redeemed')).toBeVisible();
        expect(await world.captures(REF)).toEqual([5000]);
      });
    },
  );
}

for (const { code, what } of [
  { code: { kind: 'ean13', text: '9780201310054' }, what: 'an EAN-13' },
  { code: { kind: 'code128', text: 'AB123456789', degrees: 45 }, what: 'a Code 128 held at 45°' },
  { code: { kind: 'qr', text: LINK }, what: 'a voucher link' },
  { code: { kind: 'aztec', text: REF }, what: 'an Aztec code of a wallet' },
  { code: { kind: 'pdf417', text: REF }, what: 'a PDF417 of a wallet' },
] as const) {
  test(`the camera reads ${what} and sends exactly that to be checked`, async ({ world }, testInfo) => {
    test.slow();
    await withCameraTill(world, testInfo, { film: comesIntoView(code) }, async ({ checked }) => {
      await expect.poll(() => checked[0], { timeout: 60_000 }).toBe(code.text);
    });
  });
}

test('a person chooses one of several codes in view, and then another', async ({ world }, testInfo) => {
  const codes: SceneCode[] = [
    { kind: 'qr', text: REF, at: [0.2, 0.5], size: 0.35 },
    { kind: 'code128', text: '1000000051', at: [0.5, 0.5], size: 0.28 },
    { kind: 'aztec', text: '1000000052', at: [0.8, 0.5], size: 0.35 },
  ];
  const film = [
    { codes: [], seconds: 1 },
    { codes, seconds: 20 },
  ];
  await withCameraTill(world, testInfo, { film }, async ({ page, checked }) => {
    const list = page.getByRole('group', { name: '3 codes in view' });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    expect(checked).toEqual([]);
    await list.getByRole('button', { name: 'Aztec ··0052' }).click();
    await expect(page.getByText('Scanner paused')).toBeVisible();
    expect(checked).toEqual(['1000000052']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '2 more in view' }).click();
    await page.getByRole('button', { name: 'Code 128 ··0051' }).click();
    await expect.poll(() => checked.at(-1)).toBe('1000000051');
    expect(checked).toHaveLength(2);
  });
});

/** QR codes side by side, from left to right, for long enough. */
const sideBySide = (...texts: string[]): Scene[] => [
  { codes: [], seconds: 1 },
  { codes: texts.map((text, index) => ({ kind: 'qr', text, at: [(index + 1) / (texts.length + 1), 0.5], size: 0.3 })), seconds: 20 },
];

test('several codes in view are redeemed together up to the amount due, and the unused codes are listed', async ({ world }, testInfo) => {
  await withCameraTill(world, testInfo, { film: sideBySide(REF, '1000000100', '9000000001') }, async ({ page, checked }) => {
    const list = page.getByRole('group', { name: '3 codes in view' });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(list.getByRole('button', { name: /^Use these/ }), 'nobody has said how much is wanted').toHaveCount(0);
    await setDue(page, '80.00');
    await list.getByRole('button', { name: 'Use these 3, up to SGD 80.00' }).click();
    await expect(verdict(page, 'Paid in full')).toBeVisible();
    await page.getByRole('button', { name: 'Next customer' }).click();
    const rest = page.getByRole('region', { name: '1 voucher not used' });
    await expect(rest.getByText('The sale is paid in full. Nothing was redeemed from these vouchers.')).toBeVisible();
    await expect(rest.getByRole('button', { name: '··0001' })).toBeDisabled();
    expect(checked).toEqual([REF, '1000000100']);
    expect([await world.captures(REF), await world.captures('1000000100'), await world.captures('9000000001')]).toEqual([
      [5000],
      [3000],
      [],
    ]);
  });
});

test('a payment with several codes stops at a refused code, and a person continues with the next', async ({ world }, testInfo) => {
  await withCameraTill(world, testInfo, { film: sideBySide(REF, '2000000002', '1000000100') }, async ({ page }) => {
    const list = page.getByRole('group', { name: '3 codes in view' });
    await expect(list).toBeVisible();
    await setDue(page, '80.00');
    await list.getByRole('button', { name: 'Use these 3, up to SGD 80.00' }).click();
    const rest = page.getByRole('region', { name: '1 voucher not used' });
    await expect(rest.getByText('Nothing was redeemed from these vouchers.', { exact: false })).toBeVisible();
    await page.keyboard.press('Escape');
    await rest.getByRole('button', { name: '··0100' }).click();
    await redeemButton(page, '30.00').click();
    await expect(verdict(page, 'Paid in full')).toBeVisible();
    expect([await world.captures(REF), await world.captures('2000000002'), await world.captures('1000000100')]).toEqual([
      [5000],
      [],
      [3000],
    ]);
  });
});

test('a bar code type that a manager enables is read at the till, only in the set format', async ({ world }, testInfo) => {
  const film = [
    { codes: [], seconds: 1 },
    { codes: [{ kind: 'itf', text: '1234567890', at: [0.3, 0.3], size: 0.35 } as const], seconds: 2 },
    { codes: [{ kind: 'itf', text: REF } as const], seconds: 3 },
  ];
  await withCameraTill(world, testInfo, { film }, async ({ page, context, checked }) => {
    await signIn(context, world, 'manager');
    await page.goto(`${world.origin}/settings/codes`);
    await page.getByRole('checkbox', { name: 'ITF' }).check();
    await page.getByLabel('Pattern (optional)').fill('10########');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved. Every till now reads these.')).toBeVisible();
    await page.goto(world.origin);
    await expect.poll(() => checked[0], { timeout: 30_000 }).toBe(REF);
  });
});

test('nothing is read from stripes, boxes and receipts without a code', async ({ world }, testInfo) => {
  test.setTimeout(300_000);
  const film = Array.from({ length: 12 }, (_, index) => ({ codes: [], clutter: 7_919 * (index + 1), seconds: 0.5 }));
  await withCameraTill(world, testInfo, { film }, async ({ page, checked }) => {
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    await page.waitForTimeout(WATCH_MS);
    expect(checked).toEqual([]);
  });
});

test('a covered lens is reported, and reading continues once it is free', async ({ world }, testInfo) => {
  const film: Scene[] = [
    { codes: [], isCovered: true, seconds: 4 },
    { codes: [{ kind: 'qr', text: REF }], seconds: 4 },
  ];
  await withCameraTill(world, testInfo, { film }, async ({ page, checked }) => {
    await expect(page.getByText('The picture is black')).toBeVisible();
    await expect(page.getByText('Scanner paused')).toBeVisible();
    await expect(page.getByText('The picture is black')).toBeHidden();
    expect(checked).toEqual([REF]);
  });
});

/* Bars are the harder of the two. */
for (const kind of isDeep ? (['qr', 'code128'] as const) : (['code128'] as const)) {
  test(`the camera reads codes without WebAssembly: ${kind}`, async ({ world }, testInfo) => {
    test.slow();
    /* A browser that compiles no scripts, as in a lockdown mode, has no WebAssembly either. */
    const args = ['--js-flags=--jitless'];
    await withCameraTill(world, testInfo, { film: comesIntoView({ kind, text: REF }), args }, async ({ page, checked }) => {
      expect(await page.evaluate(() => 'WebAssembly' in globalThis)).toBe(false);
      /* A slow machine looks at a picture for seconds. The film begins again until it has read it. */
      await expect.poll(() => checked[0], { timeout: 240_000 }).toBe(REF);
    });
  });
}

test('an unplugged camera is reported, and reads again when it is reconnected', async ({ world }, testInfo) => {
  const film = [
    { codes: [], seconds: 4 },
    { codes: [{ kind: 'qr', text: REF } as const], seconds: 2 },
  ];
  await withCameraTill(world, testInfo, { film }, async ({ page, checked }) => {
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    await page.evaluate(() => {
      const stream = document.querySelector('video')?.srcObject;
      if (!(stream instanceof MediaStream)) throw new Error('no stream');
      for (const track of stream.getTracks()) {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
    });
    await expect(page.getByRole('heading', { name: 'The camera was disconnected' })).toBeVisible();
    await page.evaluate(() => navigator.mediaDevices.dispatchEvent(new Event('devicechange')));
    await expect(page.getByRole('heading', { name: 'The camera was disconnected' })).toBeHidden();
    await expect.poll(() => checked[0]).toBe(REF);
  });
});

test('a blocked camera is explained, and typing still works', async ({ world }) => {
  const args = [...sandboxArgs(), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    const context = await browser.newContext();
    await openShop(context, world);
    const page = await context.newPage();
    await openTill(page, world.origin);
    await expect(page.getByRole('heading', { name: 'Camera blocked' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Voucher number' }).fill(REF);
    await page.getByRole('textbox', { name: 'Voucher number' }).press('Enter');
    await expect(takeAllButton(page, '50.00')).toBeVisible();
  } finally {
    await browser.close();
  }
});
