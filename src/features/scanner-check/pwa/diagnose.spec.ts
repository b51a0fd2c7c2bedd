import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SCANNER_SETTING,
  readKeys,
  readScanText,
  type ScannerSetting,
} from '../../../reader/scanner-setting.ts';
import type { WedgeKey } from '../../../reader/wedge.ts';
import type { Burst } from './bursts.ts';
import { findFaults, isDetected, isSet, symbologyOf, withFix } from './diagnose.ts';
import { interpretText } from './interpretation.ts';
import { isTestText, TEST_TEXT } from './test-code.ts';

interface Computer {
  /** The character that arrives for a character of a US keyboard. */
  readonly types?: Readonly<Record<string, string>>;
  /** True if the browser states which key was pressed. */
  readonly tellsKeys?: boolean;
  readonly capsLock?: boolean;
  readonly gapMs?: number;
  readonly suffix?: Burst['suffix'];
}

/** The keys that a scanner with a US keyboard sends for a text. */
function scanned(
  text: string,
  { types = {}, tellsKeys = true, capsLock = false, gapMs = 8, suffix = 'Enter' }: Computer = {},
): Burst {
  const keys = Array.from(text, (character, position): WedgeKey => {
    const us = tellsKeys ? character : null;
    const shift = /[A-Z?:_&]/.test(character);
    return {
      key: types[character] ?? character,
      at: position * gapMs,
      special: false,
      traits: { us, shift, capsLock },
    };
  });
  return { keys, suffix };
}

const QWERTZ = { y: 'z', z: 'y', Y: 'Z', Z: 'Y', '-': 'ß', _: '?', ':': 'Ö', '/': '-', '?': '_', '=': '´', '&': '/' };
const FRENCH: Record<string, string> = {
  a: 'q',
  q: 'a',
  A: 'Q',
  Q: 'A',
  z: 'w',
  w: 'z',
  Z: 'W',
  W: 'Z',
  m: ',',
  M: '?',
  ':': 'M',
  '?': '§',
};
for (const [digit, sign] of Array.from('à&é"\'(-è_ç').entries()) FRENCH[digit] = sign;
Object.assign(FRENCH, { '-': ')', _: '°', '.': ':', '/': '!', '&': '1' });

const CODE = '7KQ2M9XW4ZP3';

/** Scans the test code, applies every offered fix, and returns the text that a till reads. */
function afterMending(
  computer: Computer,
  around: { readonly prefix?: string; readonly suffix?: string } = {},
): readonly unknown[] {
  const { prefix = '', suffix = '' } = around;
  const faults = findFaults([scanned(`${prefix}${TEST_TEXT}${suffix}`, computer)], DEFAULT_SCANNER_SETTING);
  const setting = faults.reduce(withFix, DEFAULT_SCANNER_SETTING);
  const again = findFaults([scanned(`${prefix}${TEST_TEXT}${suffix}`, computer)], setting);
  expect(again, 'nothing is left to fix').toEqual([]);
  return [faults.map(({ kind }) => kind), readKeys(scanned(`${prefix}${CODE}${suffix}`, computer).keys, setting)];
}

describe('a scanner', () => {
  it('has no faults if it works correctly, whatever kind of code it reports', () => {
    expect(findFaults([scanned(TEST_TEXT)], DEFAULT_SCANNER_SETTING)).toEqual([]);
    expect(findFaults([scanned(`]Q1${TEST_TEXT}`)], DEFAULT_SCANNER_SETTING)).toEqual([]);
    expect(findFaults([scanned(CODE)], DEFAULT_SCANNER_SETTING)).toEqual([]);
  });

  it('is read by its keys on a German keyboard, where swapped letters would look like a valid code', () => {
    expect(readKeys(scanned(CODE, { types: QWERTZ }).keys, DEFAULT_SCANNER_SETTING)).toBe('7KQ2M9XW4YP3');
    expect(afterMending({ types: QWERTZ })).toEqual([['layout'], CODE]);
  });

  it('is read by its keys on a French keyboard', () => {
    expect(afterMending({ types: FRENCH })).toEqual([['layout'], CODE]);
  });

  it('is learned character by character on a device that reports no keys', () => {
    expect(afterMending({ types: FRENCH, tellsKeys: false })).toEqual([['layout'], CODE]);
  });

  it('is corrected if it inverts capitals and the browser reports no Caps Lock', () => {
    const turned = Object.fromEntries(
      Array.from(TEST_TEXT, (one) => [one, one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()]),
    );
    expect(afterMending({ types: turned, tellsKeys: false })).toEqual([['case'], CODE]);
    expect(afterMending({ types: turned, capsLock: true })).toEqual([[], CODE]);
  });

  it('is corrected if it adds a prefix and a suffix to every code', () => {
    expect(afterMending({}, { prefix: 'S1~', suffix: '#' })).toEqual([['prefix', 'suffix'], CODE]);
    expect(afterMending({ types: QWERTZ }, { prefix: ']C0~' })).toEqual([['layout', 'prefix'], CODE]);
  });

  it('is detected after a pause if it is slow and sends no Enter', () => {
    const slow = { gapMs: 50, suffix: null } as const;
    expect(isDetected(scanned(CODE.slice(0, 8), slow), DEFAULT_SCANNER_SETTING)).toBe(false);
    expect(isDetected(scanned(CODE, slow), DEFAULT_SCANNER_SETTING), 'no hand types so many so fast').toBe(true);
    expect(afterMending(slow)).toEqual([['no-enter'], CODE]);
    expect(isDetected(scanned(CODE, slow), { ...DEFAULT_SCANNER_SETTING, endsBare: true })).toBe(true);
    expect(isDetected(scanned(CODE, { suffix: null }), DEFAULT_SCANNER_SETTING), 'a quick one always was').toBe(true);
  });

  it('is reported if an input method receives its characters', () => {
    const burst = { ...scanned('1234'), isComposed: true };
    expect(findFaults([burst], DEFAULT_SCANNER_SETTING)).toEqual([{ kind: 'input-method', fix: null }]);
  });

  it('must be reconfigured if it is too slow or garbles the characters', () => {
    expect(findFaults([scanned(CODE, { gapMs: 120 })], DEFAULT_SCANNER_SETTING)).toEqual([{ kind: 'slow', fix: null }]);
    const lost = Object.fromEntries(Array.from('0123456789', (digit) => [digit, 'x']));
    expect(findFaults([scanned(TEST_TEXT, { types: lost, tellsKeys: false })], DEFAULT_SCANNER_SETTING)).toEqual([
      { kind: 'garbled', fix: null },
    ]);
  });

  it('is reported as configured if its correction was made for another computer, and can be reset', () => {
    const german: ScannerSetting = { ...DEFAULT_SCANNER_SETTING, layout: 'us' };
    const us = scanned(TEST_TEXT);
    expect(findFaults([us], german), 'US keys are right on a US keyboard').toEqual([]);
    const flipped: ScannerSetting = { ...DEFAULT_SCANNER_SETTING, flipsCase: true };
    expect(findFaults([us], flipped)).toMatchObject([{ kind: 'case', fix: { flipsCase: false } }]);
    expect([isSet(german), isSet(DEFAULT_SCANNER_SETTING)]).toEqual([true, false]);
  });
});

describe('several codes in one scan', () => {
  const link = 'https://example.test/v/52ae2587-14bd-4750-b9ed-95e8922a3d59';
  const kindsOf = (bursts: readonly Burst[]) => findFaults(bursts, DEFAULT_SCANNER_SETTING).map(({ kind }) => kind);
  const later = (burst: Burst, afterMs: number): Burst => ({
    ...burst,
    keys: burst.keys.map((key) => ({ ...key, at: key.at + afterMs })),
  });

  it.each([
    ['the test code twice', [`${TEST_TEXT}${TEST_TEXT}`]],
    ['the test code and a voucher', [`${CODE}${TEST_TEXT}`]],
    ['a voucher twice', [`${CODE}${CODE}`]],
    ['two links', [`${link}${link.replace('52', '53')}`]],
    ['a voucher that was scanned alone before', [CODE, `1000000050${CODE}`]],
  ])('are reported as joined, without a correction on the device: %s', (_, texts) => {
    expect(kindsOf(texts.map((text) => scanned(text)))).toEqual(['joined']);
  });

  it('are reported if the next code follows sooner than a person could scan it', () => {
    const [first, second] = [scanned(CODE), scanned('1000000050')];
    const endedMs = first.keys.at(-1)?.at ?? 0;
    expect(kindsOf([first, later(second, endedMs + 120)])).toEqual(['several']);
    expect(kindsOf([first, later(second, endedMs + 900)])).toEqual([]);
  });

  it('are not assumed if a longer code contains a shorter code', () => {
    expect(kindsOf([scanned('10000000'), scanned('1000000050')])).toEqual([]);
  });
});

describe('unknown codes', () => {
  const series = ['1000000050', '1000000051', '1000000100'];

  it('reveal a prefix and a suffix after three scans, which are then removed', () => {
    const bursts = series.map((code) => scanned(`*${code}*`));
    expect(findFaults(bursts.slice(0, 2), DEFAULT_SCANNER_SETTING)).toEqual([]);
    const faults = findFaults(bursts, DEFAULT_SCANNER_SETTING);
    expect(faults.map(({ kind, text }) => [kind, text])).toEqual([
      ['prefix', '*'],
      ['suffix', '*'],
    ]);
    const setting = faults.reduce(withFix, DEFAULT_SCANNER_SETTING);
    expect(bursts.map(({ keys }) => readKeys(keys, setting))).toEqual(series);
  });

  it('do not reveal a prefix if they only share a beginning, which is part of the code', () => {
    expect(
      findFaults(
        series.map((code) => scanned(code)),
        DEFAULT_SCANNER_SETTING,
      ),
    ).toEqual([]);
  });

  it('lose the same prefix and suffix if a connected scanner reads them', () => {
    expect(readScanText(']C1~1000000050#', { flipsCase: false, prefix: '~', suffix: '#' })).toBe('1000000050');
  });
});

describe('a scanned text', () => {
  it.each([
    ['1000000050', { kind: 'ref' }],
    ['https://example.test/v/52ae2587-14bd-4750-b9ed-95e8922a3d59', { kind: 'link' }],
    ['https://example.test/', { kind: 'ignored', reason: 'foreign-link' }],
    ['R-04D675A0', { kind: 'receipt' }],
    ['12', { kind: 'ignored', reason: 'too-short' }],
    [TEST_TEXT, { kind: 'test' }],
  ])('%s', (text, expected) => {
    expect(interpretText(text)).toEqual(expected);
  });

  it('includes the kind of code if the scanner reports it', () => {
    expect(symbologyOf(']Q1abc')).toEqual({ identifier: ']Q1', kind: 'QR' });
    expect(symbologyOf(']x0abc')).toEqual({ identifier: ']x0', kind: null });
    expect(symbologyOf('abc')).toBeNull();
    expect(isTestText(`~${TEST_TEXT}`)).toBe(true);
  });
});
