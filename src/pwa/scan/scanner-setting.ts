import * as z from 'zod/mini';
import { type MeantKey, meantText, typedText, usText, withoutKind } from './layout.ts';

/**
 * What somebody found out about the hand scanner of this device, so that what it delivers is read
 * as it was meant.
 */
const scannerSettingSchema = z.object({
  /**
   * `auto`: US keys count where what was typed is no code. `us`: they always count, for a scanner
   * that types as if on a US keyboard. `learned`: each character stands for another one, see
   * `characters`.
   */
  layout: z.enum(['auto', 'us', 'learned']),
  /** Character as it arrives to character as it was meant; what is not there stays. */
  characters: z.record(z.string(), z.string()),
  /** Capitals arrive as small letters, and small letters as capitals. */
  flipsCase: z.boolean(),
  /** What stands around every code; empty for nothing. */
  prefix: z.string(),
  suffix: z.string(),
  /** No Enter ends a scan: silence does, also after a slow one. */
  endsBare: z.boolean(),
});
export type ScannerSetting = z.infer<typeof scannerSettingSchema>;

/** A scanner of which nothing had to be found out. */
export const AS_IT_COMES: ScannerSetting = {
  layout: 'auto',
  characters: {},
  flipsCase: false,
  prefix: '',
  suffix: '',
  endsBare: false,
};

const KEY = 'tillside.scanner';

/** How the hand scanner of this device is read. What an older version kept is left out. */
export function readScannerSetting(storage: Pick<Storage, 'getItem'>): ScannerSetting {
  const text = storage.getItem(KEY);
  if (text === null) return AS_IT_COMES;
  try {
    const kept = scannerSettingSchema.safeParse(JSON.parse(text));
    return kept.success ? kept.data : AS_IT_COMES;
  } catch {
    // Written by hand: it is set again on the page that found it.
    return AS_IT_COMES;
  }
}

export function keepScannerSetting(storage: Pick<Storage, 'setItem'>, setting: ScannerSetting): void {
  storage.setItem(KEY, JSON.stringify(setting));
}

/** The text that a scanner meant which types like a keyboard. */
export function readKeys(keys: readonly MeantKey[], setting: ScannerSetting): string {
  return readScanText(lettersOf(keys, setting), setting);
}

function lettersOf(keys: readonly MeantKey[], { layout, characters }: ScannerSetting): string {
  if (layout === 'us') return usText(keys);
  if (layout === 'learned')
    return Array.from(typedText(keys), (character) => characters[character] ?? character).join('');
  return meantText(keys);
}

/**
 * What is left of a whole scan, however it came, without what stands around every code of this
 * scanner.
 */
export function readScanText(
  text: string,
  { flipsCase, prefix, suffix }: Pick<ScannerSetting, 'flipsCase' | 'prefix' | 'suffix'>,
): string {
  const bare = withoutKind(flipsCase ? turnedCase(text) : text);
  const front = prefix !== '' && bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
  return withoutKind(suffix !== '' && front.endsWith(suffix) ? front.slice(0, front.length - suffix.length) : front);
}

/** Each letter in the other case. */
export function turnedCase(text: string): string {
  return Array.from(text, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('');
}
