import { intendedText, type KeyTraits } from './layout.ts';

/**
 * One key press.
 *
 * Times are milliseconds of one clock, of the key itself rather than of its handling.
 */
export interface WedgeKey {
  readonly key: string;
  readonly at: number;
  /** Pressed with Ctrl, Alt or Meta, or repeating: no scanner types like that. */
  readonly special: boolean;
  /** Pressed with Ctrl alone, as scanners send control characters; then `special`, too. */
  readonly control?: boolean;
  readonly traits?: KeyTraits;
}

/** Characters that were fast enough so far to be a scan. */
export interface WedgeState {
  readonly keys: readonly WedgeKey[];
  /**
   * Keys given back recently, in one part or several, in case they prove to be the beginning of an
   * interrupted scan.
   */
  readonly earlier: readonly WedgeKey[];
  /**
   * The time of the suffix that ended a scan: a second one, of scanners that send two, belongs to
   * it.
   */
  readonly endedAt?: number;
}

/** The decision about the current key, and about those held before it. */
export interface WedgeStep {
  readonly state: WedgeState;
  /**
   * `pass`: an ordinary key.
   *
   * `hold`: may be part of a scan. `swallow`: the end of a scan, which must not press anything.
   */
  readonly key: 'pass' | 'hold' | 'swallow';
  /** Held keys that turned out to be typed, in order. */
  readonly released: readonly string[];
  /** A whole scan, without its suffix. */
  readonly scan: string | null;
  /**
   * The beginning of that scan, released before it was recognised. It has to be removed from the
   * field where it was entered.
   */
  readonly takeBack: string;
}

export const WEDGE = {
  /** Two keys of one scan are seldom further apart, even from a slow Bluetooth scanner. */
  gapMsMax: 80,
  /** A busy machine can delay one key this long: half a code must not pass as a whole one. */
  stutterMsMax: 300,
  /**
   * The maximum mean gap, without the longest one, of a scan that ends with Enter or Tab. Fast
   * typists do not press Enter at the same pace.
   */
  meanGapMsMax: 60,
  /**
   * As `meanGapMsMax`, for a scan without a suffix: only its speed distinguishes it from typing.
   */
  meanGapMsMaxBare: 30,
  charsMin: 6,
  /** A scan of this length, or of digits only, may be as slow without a suffix as with one. */
  charsMinSlowBare: 10,
} as const;

export interface WedgeManner {
  /** The maximum mean gap of a scan without a suffix, ms. */
  readonly meanGapMsMaxBare: number;
  /** Converts the keys of a scan to text. */
  readonly read: (keys: readonly WedgeKey[]) => string;
}

/** The default for an unknown scanner. */
const USUAL: WedgeManner = { meanGapMsMaxBare: WEDGE.meanGapMsMaxBare, read: intendedText };

/** The key that a scanner sends to end a code. */
export type ScanSuffix = 'Enter' | 'Tab' | 'LineFeed';
/** Control characters as scanners press them: Ctrl and a letter. */
const CONTROL_SUFFIXES: Readonly<Record<string, ScanSuffix>> = { j: 'LineFeed', m: 'Enter', i: 'Tab' };
/** The separators FS, GS, RS and US, which occur inside a code but are not part of its text. */
const SEPARATORS = '\\]^_';
/** A key that waits for the letter under its accent. */
const DEAD_KEY = 'Dead';
/** Scanners send these to produce other characters. */
const IGNORED_KEYS: readonly string[] = ['Shift', 'Control', 'Alt', 'CapsLock', 'NumLock', 'AltGraph'];

/** Returns the suffix of a key press; null for any other key. */
export function suffixOf({ key, special, control, traits }: WedgeKey): ScanSuffix | null {
  if (control) return CONTROL_SUFFIXES[(traits?.us ?? key).toLowerCase()] ?? null;
  return !special && (key === 'Enter' || key === 'Tab') ? key : null;
}

/** True for a key that only changes the next one. */
export const isIgnoredKey = ({ key }: WedgeKey) => IGNORED_KEYS.includes(key);

export const wedgeIdle: WedgeState = { keys: [], earlier: [] };

/**
 * The silence after which held keys are judged: longer once they look like a scan, because further
 * keys may only be late.
 */
export function patienceMs(state: WedgeState, { meanGapMsMaxBare } = USUAL): number {
  return isBareScan(state.keys, meanGapMsMaxBare) ? WEDGE.stutterMsMax : WEDGE.gapMsMax;
}

/**
 * Handles the next key press.
 *
 * Only speed distinguishes a scan from typing: from the first character on, keys are held until
 * that is clear.
 */
export function pressWedgeKey(state: WedgeState, pressed: WedgeKey, manner = USUAL): WedgeStep {
  if (isIgnoredKey(pressed)) return { state, key: 'pass', ...nothing };
  if (isSeparator(state, pressed)) return { state, key: 'swallow', ...nothing };
  const last = state.keys.at(-1) ?? state.earlier.at(-1);
  const gapMs = last ? pressed.at - last.at : 0;
  if (isSecondSuffix(state, pressed)) return { ...nothing, state, key: 'swallow' };
  if (state.keys.length > 0 && gapMs > patienceMs(state, manner)) {
    const result = endWedge(state, manner);
    const next = pressWedgeKey(result.state, pressed, manner);
    // Held keys that the scan contains have not been given back yet.
    if (result.scan === null && next.scan !== null) return { ...next, takeBack: textOf(followedOn(state)) };
    return {
      ...next,
      released: result.released,
      scan: result.scan ?? next.scan,
      takeBack: result.scan === null ? next.takeBack : result.takeBack,
    };
  }
  const earlier = gapMs > WEDGE.stutterMsMax ? [] : state.earlier;
  if (isCharacter(pressed) && (state.keys.length > 0 || pressed.key !== ' ')) {
    return { state: { keys: [...state.keys, pressed], earlier }, key: 'hold', ...nothing };
  }
  if (suffixOf(pressed) !== null) {
    const all = [...earlier, ...state.keys];
    const joined = earlier.length > 0 && isScan(all, WEDGE.meanGapMsMax);
    const scan = joined ? all : state.keys;
    if (isScan(scan, WEDGE.meanGapMsMax)) {
      const idle = { ...wedgeIdle, endedAt: pressed.at };
      return {
        ...nothing,
        state: idle,
        key: 'swallow',
        scan: manner.read(scan),
        takeBack: joined ? textOf(earlier) : '',
      };
    }
  }
  return endWithOtherKey(state, pressed, manner);
}

/** Any other key ends the held input: a scan with an unusual suffix, or typing. */
function endWithOtherKey(state: WedgeState, { at }: WedgeKey, manner: WedgeManner): WedgeStep {
  const result = endWedge(state, manner);
  return result.scan === null
    ? { ...nothing, state: wedgeIdle, key: 'pass', released: released(state) }
    : { ...result, state: { ...wedgeIdle, endedAt: at }, key: 'swallow' };
}

/**
 * Judges the held keys if no other follows within {@link patienceMs}: a scan without a suffix, or
 * typing.
 */
export function endWedge(state: WedgeState, { meanGapMsMaxBare, read } = USUAL): WedgeStep {
  const before = followedOn(state);
  const all = [...before, ...state.keys];
  const endedAt = state.keys.at(-1)?.at;
  return endedAt !== undefined && isBareScan(state.keys, meanGapMsMaxBare)
    ? { ...nothing, state: { ...wedgeIdle, endedAt }, key: 'pass', scan: read(all), takeBack: textOf(before) }
    : { ...nothing, state: { keys: [], earlier: all }, key: 'pass', released: released(state) };
}

/**
 * Keys given back before, if the current ones followed at a scanner's pace: then there was no
 * silence, only a stalled page.
 */
function followedOn({ keys, earlier }: WedgeState): readonly WedgeKey[] {
  const last = earlier.at(-1);
  const next = keys[0];
  return !next || (last && next.at - last.at <= WEDGE.gapMsMax) ? earlier : [];
}

const nothing = { released: [], scan: null, takeBack: '' } as const;

function isSecondSuffix({ keys, endedAt }: WedgeState, pressed: WedgeKey): boolean {
  const isSoon = endedAt !== undefined && pressed.at - endedAt <= WEDGE.gapMsMax;
  return isSoon && keys.length === 0 && suffixOf(pressed) !== null;
}

function isSeparator({ keys }: WedgeState, { key, control, traits }: WedgeKey): boolean {
  return control === true && keys.length > 0 && SEPARATORS.includes(traits?.us ?? key);
}

/**
 * True for a single character, counted in code points, so that a letter outside the basic plane is
 * one; names of keys are longer. A dead key is another layout's result for some characters.
 */
export function isCharacter({ key, special }: WedgeKey): boolean {
  return !special && ([...key].length === 1 || key === DEAD_KEY);
}

/** True for a scan that ended with silence. */
export function isBareScan(keys: readonly WedgeKey[], meanGapMsMaxBare: number): boolean {
  /* Rolled fingers are as fast as a slow scanner, but not on digits. */
  const isUntypable = keys.length >= WEDGE.charsMinSlowBare || keys.every(isDigit);
  return isScan(keys, isUntypable ? WEDGE.meanGapMsMax : meanGapMsMaxBare);
}

/** True for keys at a scanner's pace. */
export function isScan(keys: readonly WedgeKey[], meanGapMsMax: number): boolean {
  if (keys.length < WEDGE.charsMin) return false;
  const gaps = keys.slice(1).map(({ at }, index) => at - (keys[index]?.at ?? at));
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return (total - Math.max(...gaps)) / (gaps.length - 1) <= meanGapMsMax;
}

const isDigit = ({ key, traits }: WedgeKey) => /^\d$/.test(traits?.us ?? key);
const typedKeys = (keys: readonly WedgeKey[]) => keys.map(({ key }) => key).filter((key) => key !== DEAD_KEY);
const textOf = (keys: readonly WedgeKey[]) => typedKeys(keys).join('');
const released = ({ keys }: WedgeState) => typedKeys(keys);
