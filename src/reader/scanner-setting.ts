import * as z from 'zod/mini';
import { intendedText, type KeyPress, typedText, usText, withoutKind } from './layout.ts';

/** The measured behaviour of this device's hand scanner, for reading its output correctly. */
const scannerSettingSchema = z.object({
  /**
   * `auto`: US keys apply if the typed text is not a code. `us`: they always apply, for a scanner
   * that emulates a US keyboard. `learned`: each character represents another one, see
   * `characters`.
   */
  layout: z.enum(['auto', 'us', 'learned']),
  /** Maps received to intended characters; all others stay. */
  characters: z.record(z.string(), z.string()),
  /** Upper and lower case arrive swapped. */
  flipsCase: z.boolean(),
  /** Text around every code; may be empty. */
  prefix: z.string(),
  suffix: z.string(),
  /** Scans end without Enter, after a silence, even slow ones. */
  endsBare: z.boolean(),
});
export type ScannerSetting = z.infer<typeof scannerSettingSchema>;

/** A scanner that needs no settings. */
export const DEFAULT_SCANNER_SETTING: ScannerSetting = {
  layout: 'auto',
  characters: {},
  flipsCase: false,
  prefix: '',
  suffix: '',
  endsBare: false,
};

const KEY = 'tillside.scanner';

/** Returns the settings of this device's hand scanner. Those of an older version are ignored. */
export function readScannerSetting(storage: Pick<Storage, 'getItem'>): ScannerSetting {
  const text = storage.getItem(KEY);
  if (text === null) return DEFAULT_SCANNER_SETTING;
  try {
    const parsed = scannerSettingSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : DEFAULT_SCANNER_SETTING;
  } catch {
    // Written by hand: the scanner page sets it again.
    return DEFAULT_SCANNER_SETTING;
  }
}

export function saveScannerSetting(storage: Pick<Storage, 'setItem'>, setting: ScannerSetting): void {
  storage.setItem(KEY, JSON.stringify(setting));
}

/** The text meant by a scanner that acts as a keyboard. */
export function readKeys(keys: readonly KeyPress[], setting: ScannerSetting): string {
  return readScanText(lettersOf(keys, setting), setting);
}

function lettersOf(keys: readonly KeyPress[], { layout, characters }: ScannerSetting): string {
  if (layout === 'us') return usText(keys);
  if (layout === 'learned')
    return Array.from(typedText(keys), (character) => characters[character] ?? character).join('');
  return intendedText(keys);
}

/** Removes the text that this scanner adds around every code, from a whole scan of any kind. */
export function readScanText(
  text: string,
  { flipsCase, prefix, suffix }: Pick<ScannerSetting, 'flipsCase' | 'prefix' | 'suffix'>,
): string {
  const bare = withoutKind(flipsCase ? turnedCase(text) : text);
  const front = prefix !== '' && bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
  return withoutKind(suffix !== '' && front.endsWith(suffix) ? front.slice(0, front.length - suffix.length) : front);
}

export function turnedCase(text: string): string {
  return Array.from(text, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('');
}
