import { typedText, usText, withoutKind } from '../../../reader/layout.ts';
import {
  DEFAULT_SCANNER_SETTING,
  readKeys,
  readScanText,
  type ScannerSetting,
  turnedCase,
} from '../../../reader/scanner-setting.ts';
import { isBareScan, isScan, WEDGE, type WedgeKey } from '../../../reader/wedge.ts';
import type { Burst } from './bursts.ts';
import { interpretText } from './interpretation.ts';
import { SAME_TRIGGER_MS } from './limits.ts';
import { aroundTest, learnCharacters, TEST_TEXT } from './test-code.ts';

/**
 * A problem of a scanner, with the setting that fixes it.
 *
 * `fix` is null if only the scanner itself can be changed.
 */
export interface ScannerFault {
  readonly kind:
    | 'input-method'
    | 'joined'
    | 'several'
    | 'layout'
    | 'case'
    | 'prefix'
    | 'suffix'
    | 'no-enter'
    | 'slow'
    | 'garbled';
  /** The text around the code. */
  readonly text?: string;
  readonly fix: Partial<ScannerSetting> | null;
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
/** A shorter text around a code is an addition of the scanner, not another code. */
const JOINED_CHARS_MIN = 8;

export function paceOf(keys: readonly WedgeKey[]): BurstPace {
  const gaps = keys.slice(1).map(({ at }, index) => at - (keys[index]?.at ?? at));
  const longestMs = Math.max(0, ...gaps);
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return { meanMs: gaps.length < 2 ? total : (total - longestMs) / (gaps.length - 1), longestMs };
}

/** True if a till with this setting detects a burst as a scan. */
export function isDetected(burst: Burst, { endsBare }: Pick<ScannerSetting, 'endsBare'>): boolean {
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
  if (last.isComposed) return [{ kind: 'input-method', fix: null }];
  if (isJoined(bursts, setting)) return [{ kind: 'joined', fix: null }];
  if (isSameTrigger(bursts.at(-2), last)) return [{ kind: 'several', fix: null }];
  return [...paceFaults(last, setting), ...(testFaults(last.keys, setting) ?? alikeFaults(bursts, setting))];
}

/**
 * True if the last text holds several codes: twice the same, one that arrived alone before, or a
 * link after another code. Other joined codes look like a long one.
 */
function isJoined(bursts: readonly Burst[], setting: ScannerSetting): boolean {
  const [text = '', ...before] = bursts.map(({ keys }) => readKeys(keys, setting)).toReversed();
  const half = text.slice(0, text.length / 2);
  const isTwice = isOtherCode(half) && text === half.repeat(2);
  const interpretation = interpretText(text);
  return (
    isTwice ||
    (interpretation.kind === 'ignored' && interpretation.reason === 'joined') ||
    before.some((code) => isOtherCode(code) && isOtherCode(restOf(text, code)))
  );
}

function restOf(text: string, code: string): string {
  if (text.startsWith(code)) return text.slice(code.length);
  return text.endsWith(code) ? text.slice(0, -code.length) : '';
}

/** True for text that is a code itself rather than an addition to one. */
function isOtherCode(text: string): boolean {
  const { kind } = interpretText(text);
  return kind !== 'ignored' && /\d/.test(text) && text.length >= JOINED_CHARS_MIN;
}

function isSameTrigger(before: Burst | undefined, { keys }: Burst): boolean {
  const pauseMs = (keys[0]?.at ?? 0) - (before?.keys.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
  return pauseMs >= 0 && pauseMs <= SAME_TRIGGER_MS;
}

function paceFaults(burst: Burst, setting: ScannerSetting): ScannerFault[] {
  if (burst.keys.length < WEDGE.charsMin) return [];
  /* A long code is detected anyway, a shorter one of this scanner is not. */
  const isTooSlowBare = !hasSuffix(burst) && !setting.endsBare && paceOf(burst.keys).meanMs > WEDGE.meanGapMsMaxBare;
  if (isDetected(burst, setting) && !isTooSlowBare) return [];
  if (isDetected(burst, { endsBare: true })) return [{ kind: 'no-enter', fix: { endsBare: true } }];
  return [{ kind: 'slow', fix: null }];
}

/** Problems shown by the test code; null if the keys are not the test code. */
function testFaults(keys: readonly WedgeKey[], setting: ScannerSetting): ScannerFault[] | null {
  const typed = typedText(keys);
  const asSet = { ...setting, prefix: '', suffix: '' };
  const plain = { layout: 'auto', characters: {}, flipsCase: false } as const;
  const attempts: readonly (readonly [text: string, faults: readonly ScannerFault[]])[] = [
    // Without a setting, a till detects the layout from characters that not every voucher code has.
    [setting.layout === 'auto' ? readScanText(typed, asSet) : readKeys(keys, asSet), []],
    [typed, [{ kind: setting.flipsCase ? 'case' : 'layout', fix: plain }]],
    [turnedCase(typed), [{ kind: 'case', fix: { ...plain, flipsCase: true } }]],
    [usText(keys), [{ kind: 'layout', fix: { ...plain, layout: 'us' } }]],
  ];
  for (const [text, faults] of attempts) {
    const around = aroundTest(text);
    if (around !== null) return [...faults, ...aroundFaults(around, setting)];
  }
  const learned = learnCharacters(typed);
  if (learned !== null) {
    const { characters, ...around } = learned;
    const fix = { layout: 'learned', characters: { ...characters }, flipsCase: false } as const;
    return [{ kind: 'layout', fix }, ...aroundFaults(around, setting)];
  }
  return typed.length >= TEST_TEXT.length * GARBLED_SHARE ? [{ kind: 'garbled', fix: null }] : null;
}

function aroundFaults(
  { prefix, suffix }: { readonly prefix: string; readonly suffix: string },
  setting: ScannerSetting,
): ScannerFault[] {
  const front = withoutKind(prefix);
  if (isOtherCode(front) || isOtherCode(suffix)) return [{ kind: 'joined', fix: null }];
  return [
    ...(front === setting.prefix ? [] : [{ kind: 'prefix', text: front, fix: { prefix: front } } as const]),
    ...(suffix === setting.suffix ? [] : [{ kind: 'suffix', text: suffix, fix: { suffix } } as const]),
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
      : [{ kind: 'prefix', text: prefix, fix: { prefix: `${setting.prefix}${prefix}` } } as const]),
    ...(suffix === ''
      ? []
      : [{ kind: 'suffix', text: suffix, fix: { suffix: `${suffix}${setting.suffix}` } } as const]),
  ];
}

const turned = (text: string) => Array.from(text).toReversed().join('');

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

export function withFix(setting: ScannerSetting, { fix }: ScannerFault): ScannerSetting {
  return { ...setting, ...fix };
}

export function isSet(setting: ScannerSetting): boolean {
  return JSON.stringify({ ...DEFAULT_SCANNER_SETTING, ...setting }) !== JSON.stringify(DEFAULT_SCANNER_SETTING);
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
export function symbologyOf(text: string): { readonly identifier: string; readonly kind: string | null } | null {
  const [identifier, letter = ''] = /^\]([A-Za-z])[0-9A-Za-z]/.exec(text) ?? [];
  return identifier === undefined ? null : { identifier, kind: KINDS[letter] ?? null };
}
