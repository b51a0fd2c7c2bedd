import type { Page } from '@playwright/test';
import { openTill, panel } from '../support/till.ts';
import { expect, openShop, test } from '../support/world.ts';

/** A key as a scanner presses it: with Ctrl, it is a control character, with Alt, a digit of a character's number. */
interface Key {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  readonly text?: string;
  readonly control?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
}

const ENTER: Key = { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' };
const TAB: Key = { key: 'Tab', code: 'Tab', keyCode: 9 };
const control = (letter: string): Key[] => [
  { key: 'Control', code: 'ControlLeft', keyCode: 17 },
  { key: letter, code: `Key${letter.toUpperCase()}`, keyCode: letter.toUpperCase().charCodeAt(0), control: true },
];
const typed = (text: string): Key[] =>
  Array.from(text, (key) => ({
    key,
    code: key === ']' ? 'BracketRight' : /\d/.test(key) ? `Digit${key}` : `Key${key}`,
    keyCode: key === ']' ? 221 : key.charCodeAt(0),
    text: key,
  }));

const ALT: Key = { key: 'Alt', code: 'AltLeft', keyCode: 18 };
/** For each character, its number on the number pad while Alt is held down. */
const byNumber = (text: string): Key[] =>
  Array.from(text).flatMap((character) => [
    ...Array.from(String(character.charCodeAt(0)).padStart(4, '0'), (digit) => ({
      key: digit,
      code: `Numpad${digit}`,
      keyCode: 96 + Number(digit),
      alt: true,
    })),
    ALT,
  ]);
/** As a browser reports keys that an input method takes. */
const throughInputMethod = (text: string): Key[] =>
  typed(text).map(({ key, code }) => ({ key: 'Process', code, keyCode: 229, shift: /[A-Z]/.test(key) }));

const SUFFIXES: Readonly<Record<string, readonly Key[]>> = {
  CR: [ENTER],
  LF: control('j'),
  'CR+LF': [ENTER, ...control('j')],
  'LF+CR': [...control('j'), ENTER],
  Tab: [TAB],
  none: [],
};
const PREFIXES: Readonly<Record<string, readonly Key[]>> = { none: [], 'the kind of code': typed(']C0'), STX: control('b') };
/** Milliseconds from key to key. */
const SPEEDS = [5, 55];
const CODES = ['1000000050', 'AB123456789'];

/** Presses keys as the browser gets them from hardware, each with its own time; a busy machine changes none of it. */
async function scan(page: Page, keys: readonly Key[], gapMs: number): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  await Promise.all(
    keys.flatMap(({ key, code, keyCode, text, control: ctrl = false, alt = false, shift = false }, index) => {
      const timestamp = start + (index * gapMs) / 1000;
      const about = { key, code, windowsVirtualKeyCode: keyCode, modifiers: (alt ? 1 : 0) + (ctrl ? 2 : 0) + (shift ? 8 : 0) };
      return [
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...about, ...(text && { text }) }),
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp: timestamp + 0.001, ...about }),
      ];
    }),
  );
  await keyboard.detach();
  /* Hands are slower than a second suffix. */
  const over = start * 1000 + keys.length * gapMs + 150;
  await page.waitForFunction((at) => Date.now() > at, over);
}

/** Collects the codes that the page looks up, from now on. */
function recordChecks(page: Page): readonly string[] {
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/vouchers/check')) checks.push((request.postDataJSON() as { code: string }).code);
  });
  return checks;
}

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Voucher number' });
const FOCUS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'nothing has': (page) => page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur()),
  'the code field has': (page) => codeField(page).focus(),
  'the amount due has': (page) => page.keyboard.press('F2'),
  'a button has': (page) => page.getByRole('button', { name: 'Menu' }).focus(),
};

for (const [who, focus] of Object.entries(FOCUS)) {
  test(`a scan while ${who} the focus is read once, with any prefix and suffix`, async ({ page, context, world }) => {
    test.setTimeout(240_000);
    await openShop(context, world);
    await openTill(page, world.origin);
    const checks = recordChecks(page);
    const expected: string[] = [];
    for (const [suffix, end] of Object.entries(SUFFIXES))
      for (const [prefix, begin] of Object.entries(PREFIXES))
        for (const gapMs of SPEEDS) {
          const code = CODES[expected.length % CODES.length] ?? '';
          await page.keyboard.press('Escape');
          await expect(codeField(page)).toBeVisible();
          await focus(page);
          await scan(page, [...begin, ...typed(code), ...end], gapMs);
          expected.push(code);
          await expect.poll(() => checks, `suffix ${suffix}, prefix ${prefix}, ${gapMs} ms`).toEqual(expected);
          await expect(panel(page)).toBeVisible();
        }
    await page.keyboard.press('Escape');
    await expect(codeField(page)).toHaveValue('');
  });
}

const EMULATIONS: Readonly<Record<string, readonly Key[]>> = {
  'as numbers with Alt': [...byNumber(CODES[1] ?? ''), ENTER],
  'as numbers with Alt, the suffix too': byNumber(`${CODES[1]}\r`),
  'through an input method': [...throughInputMethod(CODES[1] ?? ''), ENTER],
};

test('a code that arrives as numbers or through an input method is read, and so is a short one without a suffix', async ({
  page,
  context,
  world,
}) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  const checks = recordChecks(page);
  const expected: string[] = [];
  for (const [how, keys] of Object.entries(EMULATIONS))
    for (const focus of Object.values(FOCUS)) {
      await page.keyboard.press('Escape');
      await expect(codeField(page)).toBeVisible();
      await focus(page);
      await scan(page, keys, 8);
      expected.push(CODES[1] ?? '');
      await expect.poll(() => checks, how).toEqual(expected);
    }
  for (const focus of Object.values(FOCUS)) {
    await page.keyboard.press('Escape');
    await focus(page);
    await scan(page, typed('100005'), 55);
    expected.push('100005');
    await expect.poll(() => checks, 'slow, without a suffix').toEqual(expected);
  }
  await page.keyboard.press('Escape');
  await expect(codeField(page)).toHaveValue('');
});

test('text that an input method was composing is not left in the field after a scan', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await codeField(page).focus();
  const keyboard = await page.context().newCDPSession(page);
  const keys = throughInputMethod('AB123456789');
  const start = Date.now() / 1000;
  for (const [index, { key, code, keyCode, shift }] of keys.entries()) {
    const about = { key, code, windowsVirtualKeyCode: keyCode, modifiers: shift ? 8 : 0, timestamp: start + index * 0.008 };
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...about });
    await keyboard.send('Input.imeSetComposition', {
      text: 'AB123456789'.slice(0, index + 1),
      selectionStart: index + 1,
      selectionEnd: index + 1,
    });
  }
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, timestamp: start + keys.length * 0.008 };
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await keyboard.detach();
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(codeField(page)).toHaveValue('');
});

test('the scanner test and the till agree on every suffix', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.goto(`${world.origin}/scan-check`);
  await expect(page.getByText('No scans yet.')).toBeVisible();
  for (const [position, end] of Object.values(SUFFIXES).entries()) {
    await scan(page, [...typed('1000000050'), ...end], 8);
    await expect(page.getByRole('article')).toHaveCount(position + 1);
    await expect(page.getByText('The scanner works correctly.')).toBeVisible();
    await expect(page.getByRole('article').first()).toContainText('10 characters');
    /* Hands take longer to scan again than one trigger with several codes. */
    await page.waitForFunction((at) => Date.now() > at, Date.now() + 400);
  }
});
