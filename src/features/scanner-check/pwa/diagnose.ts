import { typedText, usText, withoutKind } from '../../../pwa/scan/layout.ts';
import {
  AS_IT_COMES,
  readKeys,
  readScanText,
  type ScannerSetting,
  turnedCase,
} from '../../../pwa/scan/scanner-setting.ts';
import { isBareScan, isScan, WEDGE, type WedgeKey } from '../../../pwa/scan/wedge.ts';
import type { Burst } from './bursts.ts';
import { aroundTest, learnCharacters, TEST_TEXT } from './test-code.ts';

/**
 * A problem of a scanner, with the setting that fixes it.
 *
 * `mend` is null if only the scanner itself can be changed.
 */
export interface ScannerFault {
  readonly kind: 'layout' | 'case' | 'prefix' | 'suffix' | 'no-enter' | 'slow' | 'garbled';
  /** The text around the code. */
  readonly text?: string;
  readonly mend: Partial<ScannerSetting> | null;
}

export interface BurstPace {
  /** Milliseconds between two keys: the mean without the longest, and the longest. */
  readonly meanMs: number;
  readonly longestMs: number;
}

/** From this number of different codes on, common text around them comes from the scanner. */
const ALIKE_MIN = 3;
/** A shorter text is not a failed attempt at the test code. */
const GARBLED_SHARE = 0.7;

export function paceOf(keys: readonly WedgeKey[]): BurstPace {
  const gaps = keys.slice(1).map(({ at }, index) => at - (keys[index]?.at ?? at));
  const longestMs = Math.max(0, ...gaps);
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return { meanMs: gaps.length < 2 ? total : (total - longestMs) / (gaps.length - 1), longestMs };
}

/** True if a till with this setting detects a burst as a scan. */
export function isHeard(burst: Burst, { endsBare }: Pick<ScannerSetting, 'endsBare'>): boolean {
  const { keys } = burst;
  const isInTime = paceOf(keys).longestMs <= WEDGE.stutterMsMax;
  const most = endsBare ? WEDGE.meanGapMsMax : WEDGE.meanGapMsMaxBare;
  return isInTime && (hasSuffix(burst) ? isScan(keys, WEDGE.meanGapMsMax) : isBareScan(keys, most));
}

const hasSuffix = ({ suffix }: Burst) => suffix !== null && suffix !== 'other';

/**
 * Derives problems from the bursts of one scanner under the current setting.
 *
 * The test code shows layout, case and surrounding text with certainty. Other codes show the speed,
 * and characters around all of them.
 */
export function findFaults(bursts: readonly Burst[], setting: ScannerSetting): readonly ScannerFault[] {
  const last = bursts.at(-1);
  if (last === undefined) return [];
  return [...paceFaults(last, setting), ...(testFaults(last.keys, setting) ?? alikeFaults(bursts, setting))];
}

function paceFaults(burst: Burst, setting: ScannerSetting): ScannerFault[] {
  if (burst.keys.length < WEDGE.charsMin) return [];
  /* A long code is detected anyway, a shorter one of this scanner is not. */
  const isTooSlowBare = !hasSuffix(burst) && !setting.endsBare && paceOf(burst.keys).meanMs > WEDGE.meanGapMsMaxBare;
  if (isHeard(burst, setting) && !isTooSlowBare) return [];
  if (isHeard(burst, { endsBare: true })) return [{ kind: 'no-enter', mend: { endsBare: true } }];
  return [{ kind: 'slow', mend: null }];
}

/** Problems shown by the test code; null if the keys are not the test code. */
function testFaults(keys: readonly WedgeKey[], setting: ScannerSetting): ScannerFault[] | null {
  const typed = typedText(keys);
  const asSet = { ...setting, prefix: '', suffix: '' };
  const plain = { layout: 'auto', characters: {}, flipsCase: false } as const;
  const ways: readonly (readonly [text: string, faults: readonly ScannerFault[]])[] = [
    // Without a setting, a till detects the layout from characters that not every voucher code has.
    [setting.layout === 'auto' ? readScanText(typed, asSet) : readKeys(keys, asSet), []],
    [typed, [{ kind: setting.flipsCase ? 'case' : 'layout', mend: plain }]],
    [turnedCase(typed), [{ kind: 'case', mend: { ...plain, flipsCase: true } }]],
    [usText(keys), [{ kind: 'layout', mend: { ...plain, layout: 'us' } }]],
  ];
  for (const [text, faults] of ways) {
    const around = aroundTest(text);
    if (around !== null) return [...faults, ...aroundFaults(around, setting)];
  }
  const learned = learnCharacters(typed);
  if (learned !== null) {
    const { characters, ...around } = learned;
    const mend = { layout: 'learned', characters: { ...characters }, flipsCase: false } as const;
    return [{ kind: 'layout', mend }, ...aroundFaults(around, setting)];
  }
  return typed.length >= TEST_TEXT.length * GARBLED_SHARE ? [{ kind: 'garbled', mend: null }] : null;
}

function aroundFaults(
  { prefix, suffix }: { readonly prefix: string; readonly suffix: string },
  setting: ScannerSetting,
): ScannerFault[] {
  const front = withoutKind(prefix);
  return [
    ...(front === setting.prefix ? [] : [{ kind: 'prefix', text: front, mend: { prefix: front } } as const]),
    ...(suffix === setting.suffix ? [] : [{ kind: 'suffix', text: suffix, mend: { suffix } } as const]),
  ];
}

/**
 * Finds characters around several different codes.
 *
 * Letters and digits may belong to the codes: cards of one series start alike.
 */
function alikeFaults(bursts: readonly Burst[], setting: ScannerSetting): ScannerFault[] {
  const texts = [...new Set(bursts.map(({ keys }) => readKeys(keys, setting)))];
  if (texts.length < ALIKE_MIN) return [];
  const prefix = /^[^\p{L}\p{N}]+/u.exec(commonStart(texts))?.[0] ?? '';
  const suffix = /[^\p{L}\p{N}]+$/u.exec(turned(commonStart(texts.map(turned))))?.[0] ?? '';
  return [
    ...(prefix === ''
      ? []
      : [{ kind: 'prefix', text: prefix, mend: { prefix: `${setting.prefix}${prefix}` } } as const]),
    ...(suffix === ''
      ? []
      : [{ kind: 'suffix', text: suffix, mend: { suffix: `${suffix}${setting.suffix}` } } as const]),
  ];
}

const turned = (text: string) => Array.from(text).toReversed().join('');

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

export function mended(setting: ScannerSetting, { mend }: ScannerFault): ScannerSetting {
  return { ...setting, ...mend };
}

export function isSet(setting: ScannerSetting): boolean {
  return JSON.stringify({ ...AS_IT_COMES, ...setting }) !== JSON.stringify(AS_IT_COMES);
}

/** Types of codes by the letter of the identifier that may precede them (ISO/IEC 15424). */
const KINDS: Readonly<Record<string, string>> = {
  A: 'Code 39',
  C: 'Code 128',
  E: 'EAN',
  F: 'Codabar',
  G: 'Code 93',
  I: 'ITF',
  L: 'PDF417',
  Q: 'QR',
  d: 'Data Matrix',
  z: 'Aztec',
};

/** The type and the identifier that a scanner sent before the text, or null. */
export function kindTold(text: string): { readonly identifier: string; readonly kind: string | null } | null {
  const [identifier, letter = ''] = /^\]([A-Za-z])[0-9A-Za-z]/.exec(text) ?? [];
  return identifier === undefined ? null : { identifier, kind: KINDS[letter] ?? null };
}
