import type { Page } from '@playwright/test';
import { drawPicture } from '../support/camera-file.ts';
import { openTill, panel, setDue, takeAllButton, verdict } from '../support/till.ts';
import { expect, openShop, test } from '../support/world.ts';

const REF = '1000000050';
const choose = (page: Page) => page.getByRole('button', { name: 'Choose a picture' });
const asFile = (buffer: Buffer) => ({ name: 'voucher.jpg', mimeType: 'image/jpeg', buffer });

async function pick(page: Page, file: ReturnType<typeof asFile>): Promise<void> {
  if (!(await choose(page).isVisible())) await page.getByText('Other ways to enter a code').click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose(page).click()]);
  await chooser.setFiles(file);
}

/**
 * Drops a picture on the page, or pastes it. @returns true if the page handled it instead of the
 * browser
 */
function give(page: Page, how: 'drop' | 'paste', picture: Buffer): Promise<boolean> {
  return page
    .evaluate(
      ([kind, base64]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], 'voucher.jpg', { type: 'image/jpeg' }));
        const options = { bubbles: true, cancelable: true };
        return document.body.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: data })
            : new ClipboardEvent('paste', { ...options, clipboardData: data }),
        );
      },
      [how, picture.toString('base64')] as const,
    )
    .then((untouched) => !untouched);
}

test('a picture of a voucher is chosen, dropped or pasted, and read without leaving the device', async ({
  page,
  context,
  browser,
  world,
}) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  const sent: { url: string; bytes: number; code: unknown }[] = [];
  page.on('request', (request) => {
    const body = request.postDataBuffer();
    if (body !== null) sent.push({ url: request.url(), bytes: body.length, code: (request.postDataJSON() as { code?: unknown }).code });
  });
  const qr = await drawPicture(browser, { codes: [{ kind: 'qr', text: REF, size: 0.3, at: [0.7, 0.4], degrees: 12 }] });
  const bars = await drawPicture(browser, { codes: [{ kind: 'code128', text: REF }] });

  await pick(page, asFile(qr));
  await expect(takeAllButton(page, '50.00')).toBeVisible();
  await expect(page.getByText('A code was read from the picture.')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await give(page, 'drop', bars)).toBe(true);
  await expect(takeAllButton(page, '50.00')).toBeVisible();
  await page.keyboard.press('Escape');
  await give(page, 'paste', qr);
  await expect(takeAllButton(page, '50.00')).toBeVisible();
  /* The till's status during reading is short, too. */
  expect(sent.flatMap(({ code }) => (code === undefined ? [] : [code]))).toEqual([REF, REF, REF]);
  expect(Math.max(...sent.map(({ bytes }) => bytes))).toBeLessThan(200);
});

test('two vouchers in one picture are redeemed together, up to the amount due', async ({ page, context, browser, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  const codes = [
    { kind: 'qr', text: REF, size: 0.3, at: [0.25, 0.5] },
    { kind: 'qr', text: '1000000100', size: 0.3, at: [0.75, 0.5] },
  ] as const;
  await pick(page, asFile(await drawPicture(browser, { codes })));
  const list = page.getByRole('group', { name: '2 codes in view' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await setDue(page, '80.00');
  await list.getByRole('button', { name: 'Use these 2, up to SGD 80.00' }).click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  expect([await world.captures(REF), await world.captures('1000000100')]).toEqual([[5000], [3000]]);
});

test('a picture without a code and a file that is not a picture are both reported', async ({ page, context, browser, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await pick(page, asFile(await drawPicture(browser, { codes: [], clutter: 7 })));
  await expect(page.getByText('No code was found in this picture.')).toBeVisible();
  await pick(page, { ...asFile(Buffer.from('no picture')), name: 'voucher.pdf' });
  await expect(page.getByText('This file can’t be opened as a picture here.')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test('reading a picture can be stopped, after which no result appears', async ({ page, context, browser, world }) => {
  await openShop(context, world);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  /* Without its engines the reader waits. */
  await context.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await openTill(page, world.origin);
  const picture = await drawPicture(browser, { codes: [{ kind: 'qr', text: REF }] });
  await pick(page, asFile(picture));
  await expect(page.getByText('Looking for a code in the picture')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(choose(page)).toBeFocused();
  letGo();
  await context.unrouteAll({ behavior: 'wait' });
  await expect(page.getByText('Looking for a code in the picture')).toHaveCount(0);
  await expect(panel(page)).toHaveCount(0);
  await pick(page, asFile(picture));
  await expect(takeAllButton(page, '50.00')).toBeVisible();
});
