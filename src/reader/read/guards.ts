import type { Decoded, ScanFormat } from '../decode-protocol.ts';
import type { EngineReading } from './engine.ts';
import { boxOf, isApart } from './places.ts';

/**
 * Bar codes are read along lines. The other formats are squares of modules with error correction.
 */
export const BAR_FORMATS: readonly ScanFormat[] = [
  'Code128',
  'EAN13',
  'Code39',
  'Code39Ext',
  'Codabar',
  'ITF',
  'EAN8',
  'UPCA',
];

/**
 * Bar codes with one weak check digit or none. Repeated attempts of one engine fail in the same
 * way, so two engines have to agree.
 */
const WEAK_FORMATS: readonly ScanFormat[] = ['EAN13', 'EAN8', 'UPCA', 'Code39', 'Code39Ext', 'Codabar', 'ITF'];

export function isWeak({ format }: { readonly format: ScanFormat }): boolean {
  return WEAK_FORMATS.includes(format);
}

/** Weak formats that only zxing can read, so that no second engine could agree. Off by default. */
const UNCONFIRMABLE_FORMATS: readonly ScanFormat[] = ['Code39Ext', 'ITF'];

/** The engine for blurred bars, which reports a number only if two strips across the bars agree. */
export const BLURRED_ENGINE = 'blurred-bars';

/**
 * False if only one engine that looks for edges read a weak bar code. Blur turns one digit into
 * another in the same way on every line and in every frame, and the check digit can agree by
 * chance, so neither lines nor repetition are evidence.
 */
export function isConfirmed({ format }: { readonly format: ScanFormat }, engines: Iterable<string>): boolean {
  const names = new Set(engines);
  return !isWeak({ format }) || UNCONFIRMABLE_FORMATS.includes(format) || names.size > 1 || names.has(BLURRED_ENGINE);
}

/**
 * All guards against false reads, apart from the choice of formats. Micro QR and UPC-E, which often
 * misread, are never enabled; EAN-8 only if a shop wants it.
 */
export const GUARDS = {
  /** Number of lines across the bars on which zxing must read the same. */
  minLineCount: 3,
  /**
   * zbar reports a code after one line.
   *
   * From this number of lines on, it may be believed if nothing else is read.
   */
  zbarFirmLines: { Code128: 6, EAN13: 6, UPCA: 6, EAN8: 10, Code39: 10, Codabar: 10 } as Readonly<
    Partial<Record<ScanFormat, number>>
  >,
  /**
   * A misread of interleaved 2 of 5 is part of a longer code. It repeats, with white next to it if
   * glare ends the bars. Short codes are therefore rejected, and in a still picture two attempts
   * have to agree. Only a shop that sets one length is safe from all misreads.
   */
  itfCharsMin: 6,
  itfGlancesMin: 2,
  code39CharsMin: 3,
  codabarCharsMin: 4,
  aztecCharsMin: 4,
} as const;

/**
 * Control characters that a voucher's text may contain: line ends, and the separators of GS1 and
 * ISO 15434. Text with others is binary data.
 */
const TEXT_CONTROLS: ReadonlySet<string> = new Set(['\t', '\n', '\r', '\u0004', '\u001c', '\u001d', '\u001e']);

export function isBars({ format }: { readonly format: ScanFormat }): boolean {
  return BAR_FORMATS.includes(format);
}

/** True if an engine's result can be a code at all. */
export function isPlausible({ text, format }: Pick<EngineReading, 'text' | 'format'>): boolean {
  if (text.trim() === '' || isBinary(text)) return false;
  switch (format) {
    case 'EAN13':
      return text.length === 13 && hasCheckDigit(text);
    case 'UPCA':
      return text.length === 12 && hasCheckDigit(text);
    case 'EAN8':
      return text.length === 8 && hasCheckDigit(text);
    case 'Codabar':
      return text.length >= GUARDS.codabarCharsMin;
    case 'Aztec':
      return text.length >= GUARDS.aztecCharsMin;
    case 'ITF':
      return text.length % 2 === 0 && text.length >= GUARDS.itfCharsMin && /^\d+$/.test(text);
    case 'Code39':
    case 'Code39Ext':
      return text.length >= GUARDS.code39CharsMin;
    default:
      return true;
  }
}

/** True for digits whose last one makes the weighted sum of EAN and UPC a multiple of ten. */
function hasCheckDigit(text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  const digits = Array.from(text, Number).toReversed();
  return digits.reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

function isBinary(text: string): boolean {
  return Array.from(text).some((character) => /^\p{Cc}$/u.test(character) && !TEXT_CONTROLS.has(character));
}

/**
 * Returns the text as printed: Codabar without its start and stop letters, and UPC-A, if a shop
 * wants it, without the leading 0 that makes it an EAN-13.
 */
export function asPrinted(reading: EngineReading, formats: readonly ScanFormat[]): EngineReading {
  const { format, text } = reading;
  if (format === 'Codabar') return { ...reading, text: text.replace(/^[A-D](.*)[A-D]$/i, '$1') };
  if (format === 'EAN13' && formats.includes('UPCA') && text.startsWith('0'))
    return { ...reading, format: 'UPCA', text: text.slice(1) };
  return reading;
}

/**
 * True if one reading is enough in a video: most square codes have error correction.
 *
 * An Aztec code has so small a finder pattern that noise may look like one. A smeared PDF417 was
 * corrected to another text.
 */
export function isCertain({ format }: Pick<EngineReading, 'format'>): boolean {
  return format === 'QRCode' || format === 'DataMatrix';
}

/** The readings of one text by one or two engines. */
export interface Vote {
  readonly reading: EngineReading;
  readonly attempts: ReadonlySet<string>;
  readonly engines: ReadonlySet<string>;
  readonly firm: boolean;
}

/** The bar codes that several attempts at one picture read. */
export interface Votes {
  readonly byText: ReadonlyMap<string, Vote>;
}

export const NO_VOTES: Votes = { byText: new Map() };

/** Counts the result of an attempt. Each attempt counts once per text. */
export function addVote(
  { byText }: Votes,
  attempt: { readonly name: string; readonly engine: string },
  readings: readonly EngineReading[],
): Votes {
  const votes = new Map(byText);
  for (const reading of readings) {
    const key = keyOf(reading);
    const before = votes.get(key);
    const firm = reading.firm || (before?.firm ?? false);
    votes.set(key, {
      /* Keeps the earlier reading if this one has no position, or an imprecise one from zbar. */
      reading: before && (attempt.engine === 'zbar' || reading.outline.length === 0) ? before.reading : reading,
      attempts: new Set([...(before?.attempts ?? []), attempt.name]),
      engines: new Set([...(before?.engines ?? []), attempt.engine]),
      firm,
    });
  }
  return { byText: votes };
}

/**
 * Returns the bar codes that two attempts agree on, the best one first; with a weak check digit,
 * two engines must agree. If another text at the same place contradicts one, it needs at least two
 * attempts more.
 */
export function findAllAgreed(votes: Votes): readonly Vote[] {
  return ranked(votes).filter((vote) => {
    if (vote.attempts.size < 2 || (isWeak(vote.reading) && vote.engines.size < 2)) return false;
    return rivalsOf(vote, votes).every((rival) => vote.attempts.size > rival.attempts.size + 1);
  });
}

/**
 * The best one of {@link findAllAgreed}.
 * @returns null while there is no agreement
 */
export function findAgreed(votes: Votes): Vote | null {
  return findAllAgreed(votes)[0] ?? null;
}

/**
 * Returns the bar code that a single attempt read firmly (for ITF, two attempts) if nothing
 * contradicts it. See {@link isConfirmed} for formats that need a second engine.
 */
export function acceptedVote(votes: Votes): Vote | null {
  const agreed = findAgreed(votes);
  if (agreed) return agreed;
  const isAccepted = (vote: Vote) =>
    vote.firm &&
    isConfirmed(vote.reading, vote.engines) &&
    (vote.reading.format !== 'ITF' || vote.attempts.size >= GUARDS.itfGlancesMin);
  return ranked(votes).find((vote) => isAccepted(vote) && rivalsOf(vote, votes).length === 0) ?? null;
}

function ranked({ byText }: Votes): readonly Vote[] {
  return [...byText.values()].sort((a, b) => b.attempts.size - a.attempts.size);
}

/** Other texts that may have been read from the same bars. */
function rivalsOf(vote: Vote, { byText }: Votes): readonly Vote[] {
  const placeOf = ({ reading, engines }: Vote) => ({ ...reading, engines: [...engines] });
  return [...byText.values()].filter((other) => other !== vote && !areApart(placeOf(vote), placeOf(other)));
}

/** A code with its place, and the engines that read it. */
type PlacedCode = Pick<Decoded, 'format' | 'outline' | 'engines'>;

/** A position from zbar alone is imprecise: another code is at least half a code's width away. */
export function areApart(one: PlacedCode, other: PlacedCode): boolean {
  if (one.outline.length < 2 || other.outline.length < 2) return false;
  const [a, b] = [boxOf(one.outline), boxOf(other.outline)];
  const isRough = [one, other].some((code) => isBars(code) && code.engines.every((engine) => engine === 'zbar'));
  return isApart(a, b, isRough ? Math.max(a.right - a.left, b.right - b.left) / 2 : 0);
}

function keyOf({ format, text }: EngineReading): string {
  return `${format} ${text}`;
}
