import type { ScanFormat } from '../decode-protocol.ts';
import type { EngineReading } from './engine.ts';

/** Bars: read along lines. The others are squares of modules that correct their own errors. */
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
 * Bars with one weak check digit or none: looks of one engine go wrong together, so only those of
 * two engines agree.
 */
const WEAK_FORMATS: readonly ScanFormat[] = ['EAN13', 'EAN8', 'UPCA', 'Code39', 'Code39Ext', 'Codabar', 'ITF'];

export function isWeak({ format }: { readonly format: ScanFormat }): boolean {
  return WEAK_FORMATS.includes(format);
}

/**
 * All guards against false reads, beside the choice of formats.
 * Micro QR and UPC-E, usual liars, are never looked for, EAN-8 only where a shop wants it.
 */
export const GUARDS = {
  /** Lines across the bars on which zxing must read the same. */
  minLineCount: 3,
  /**
   * zbar takes one line for a read.
   *
   * From so many on, it may be believed where nothing else reads anything.
   */
  zbarFirmLines: { Code128: 6, EAN13: 6, UPCA: 6, EAN8: 10, Code39: 10, Codabar: 10 } as Readonly<
    Partial<Record<ScanFormat, number>>
  >,
  /**
   * A misread of interleaved 2 of 5 is part of a longer code, and repeats, with white beside it
   * where glare ends the bars: short ones are not believed, and of a still picture two glances have
   * to agree. Only a shop that says one length is safe from all of them.
   */
  itfCharsMin: 6,
  itfGlancesMin: 2,
  code39CharsMin: 3,
  codabarCharsMin: 4,
  aztecCharsMin: 4,
} as const;

/**
 * Control characters that a voucher's text may have: line ends, and the separators of GS1 and ISO
 * 15434.
 *
 * What has others is binary data.
 */
const TEXT_CONTROLS: ReadonlySet<string> = new Set(['\t', '\n', '\r', '\u0004', '\u001c', '\u001d', '\u001e']);

export function isBars({ format }: { readonly format: ScanFormat }): boolean {
  return BAR_FORMATS.includes(format);
}

/** Whether something that an engine read can be a code at all. */
export function isPlausible({ text, format }: Pick<EngineReading, 'text' | 'format'>): boolean {
  if (text.trim() === '' || isBinary(text)) return false;
  switch (format) {
    case 'EAN13':
      return hasCheckDigit(text, 13);
    case 'UPCA':
      return hasCheckDigit(text, 12);
    case 'EAN8':
      return hasCheckDigit(text, 8);
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

function isBinary(text: string): boolean {
  return Array.from(text).some((character) => /^\p{Cc}$/u.test(character) && !TEXT_CONTROLS.has(character));
}

/**
 * The last digit makes the weighted sum a multiple of ten; every second digit, counted from the
 * right, has a weight of three.
 */
function hasCheckDigit(text: string, digits: number): boolean {
  if (text.length !== digits || !/^\d+$/.test(text)) return false;
  const sum = Array.from(text, Number).reduce(
    (total, digit, index) => total + digit * ((digits - 1 - index) % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}

/**
 * A text as a person knows it: Codabar without the letters that only begin and end it, and a UPC-A,
 * where a shop wants it, without the 0 that makes an EAN-13 of it.
 */
export function asPrinted(reading: EngineReading, formats: readonly ScanFormat[]): EngineReading {
  const { format, text } = reading;
  if (format === 'Codabar') return { ...reading, text: text.replace(/^[A-D](.*)[A-D]$/i, '$1') };
  if (format === 'EAN13' && formats.includes('UPCA') && text.startsWith('0'))
    return { ...reading, format: 'UPCA', text: text.slice(1) };
  return reading;
}

/**
 * Whether one look is enough: codes of squares correct their own errors.
 *
 * An Aztec code has so little around it that noise may look like one.
 */
export function isCertain(reading: Pick<EngineReading, 'format'>): boolean {
  return !isBars(reading) && reading.format !== 'Aztec';
}

/** What read a text: several looks, by one engine or by two. */
export interface Vote {
  readonly reading: EngineReading;
  readonly glances: ReadonlySet<string>;
  readonly engines: ReadonlySet<string>;
  readonly firm: boolean;
}

/** What several glances at one picture read in bars. */
export interface Votes {
  readonly byText: ReadonlyMap<string, Vote>;
}

export const noVotes: Votes = { byText: new Map() };

/** Counts what a glance read; a glance counts once for each text. */
export function vote(
  { byText }: Votes,
  glance: { readonly name: string; readonly engine: string },
  readings: readonly EngineReading[],
): Votes {
  const votes = new Map(byText);
  for (const reading of readings) {
    const key = keyOf(reading);
    const before = votes.get(key);
    const firm = reading.firm || (before?.firm ?? false);
    votes.set(key, {
      /* Not every engine says where it read, and the second one only roughly. */
      reading: before && (glance.engine === 'zbar' || reading.outline.length === 0) ? before.reading : reading,
      glances: new Set([...(before?.glances ?? []), glance.name]),
      engines: new Set([...(before?.engines ?? []), glance.engine]),
      firm,
    });
  }
  return { byText: votes };
}

/**
 * The bars on which two glances agree, those with a weak check digit on which two engines do. Two
 * texts from bars of one kind contradict each other: then one needs more glances than the other
 * plus one.
 * @returns null while none is agreed on
 */
export function agreed({ byText }: Votes): Vote | null {
  const [first, second] = ranked(byText);
  if (!first || first.glances.size < 2 || (isWeak(first.reading) && first.engines.size < 2)) return null;
  return first.glances.size > (second?.glances.size ?? 0) + (second ? 1 : 0) ? first : null;
}

/** The bars that a single glance read firmly, of ITF two, where nothing contradicts it. */
export function believed(votes: Votes): Vote | null {
  const both = agreed(votes);
  if (both) return both;
  const [first, second] = ranked(votes.byText);
  if (!first || second) return null;
  if (first.reading.format === 'ITF' && first.glances.size < GUARDS.itfGlancesMin) return null;
  return first.firm ? first : null;
}

function ranked(byText: Votes['byText']) {
  return [...byText.values()].sort((a, b) => b.glances.size - a.glances.size);
}

function keyOf({ format, text }: EngineReading): string {
  return `${format} ${text}`;
}
