import type { ScanFormat } from '../decode-protocol.ts';
import type { Reading } from './engine.ts';

/** Bars: read along lines. The others are squares of modules that correct their own errors. */
export const BAR_FORMATS: readonly ScanFormat[] = ['Code128', 'EAN13', 'Code39', 'ITF'];

/**
 * All guards against false reads, beside the choice of formats.
 * Micro QR, UPC-E and EAN-8, the usual liars, are never looked for.
 */
export const GUARDS = {
  /** Lines across the bars on which zxing must read the same. */
  minLineCount: 3,
  /** zbar takes one line for a read. From so many on, it may be believed where nothing else reads anything. */
  zbarFirmLines: { Code128: 6, EAN13: 6, Code39: 10 } as Readonly<Partial<Record<ScanFormat, number>>>,
  /** A misread of interleaved 2 of 5 is part of a longer code, and repeats: short ones are not believed. */
  itfCharsMin: 6,
  code39CharsMin: 3,
} as const;

/** Control characters that a voucher's text may have: line ends, and the separators of GS1 and ISO 15434. What has others is binary data. */
const TEXT_CONTROLS: ReadonlySet<string> = new Set(['\t', '\n', '\r', '\u0004', '\u001c', '\u001d', '\u001e']);

export function isBars({ format }: { readonly format: ScanFormat }): boolean {
  return BAR_FORMATS.includes(format);
}

/** Whether something that an engine read can be a code at all. */
export function isPlausible({ text, format }: Pick<Reading, 'text' | 'format'>): boolean {
  if (text.trim() === '' || isBinary(text)) return false;
  switch (format) {
    case 'EAN13':
      return isEan13(text);
    case 'ITF':
      return text.length % 2 === 0 && text.length >= GUARDS.itfCharsMin && /^\d+$/.test(text);
    case 'Code39':
      return text.length >= GUARDS.code39CharsMin;
    default:
      return true;
  }
}

function isBinary(text: string): boolean {
  return Array.from(text).some((character) => /^\p{Cc}$/u.test(character) && !TEXT_CONTROLS.has(character));
}

function isEan13(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const sum = Array.from(text, Number).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** What several glances at one picture read in bars. */
export interface Votes {
  readonly byText: ReadonlyMap<string, { readonly reading: Reading; readonly glances: ReadonlySet<string>; readonly firm: boolean }>;
}

export const noVotes: Votes = { byText: new Map() };

/** Counts what a glance read; a glance counts once for each text. */
export function vote({ byText }: Votes, glance: string, readings: readonly Reading[]): Votes {
  const votes = new Map(byText);
  for (const reading of readings) {
    const key = keyOf(reading);
    const before = votes.get(key);
    const firm = reading.firm || (before?.firm ?? false);
    votes.set(key, { reading: before?.reading ?? reading, glances: new Set([...(before?.glances ?? []), glance]), firm });
  }
  return { byText: votes };
}

/**
 * The bars on which two glances agree. Two texts from bars of one kind contradict each other: then one needs more glances than the other plus one.
 * @returns null while none is agreed on
 */
export function agreed({ byText }: Votes): Reading | null {
  const [first, second] = ranked(byText);
  if (!first || first.glances.size < 2) return null;
  return first.glances.size > (second?.glances.size ?? 0) + (second ? 1 : 0) ? first.reading : null;
}

/** The bars that a single glance read firmly, where nothing contradicts it. */
export function believed(votes: Votes): Reading | null {
  const both = agreed(votes);
  if (both) return both;
  const [first, second] = ranked(votes.byText);
  if (!first || second) return null;
  return first.firm ? first.reading : null;
}

function ranked(byText: Votes['byText']) {
  return [...byText.values()].sort((a, b) => b.glances.size - a.glances.size);
}

function keyOf({ format, text }: Reading): string {
  return `${format} ${text}`;
}
