import { KEY_BYTES } from '../../bff/platform/base/keys.ts';

/** Secrets with unique values, so that a search finds every leak. */
export const CANARIES = {
  shopSecret: 'canary-of-the-shop-5f0d1c7a',
  clientSecret: 'canary-of-the-client-88b1e0d3',
  metricsToken: 'canary-of-the-metrics-c04e92b6',
  setupCode: 'CANARY-SETUP-4T7Q9',
} as const;

const DATA_KEY = Buffer.from('canary-data-key-'.repeat(2).slice(0, KEY_BYTES), 'latin1');
/** The data key in the format of the setting. */
export const DATA_KEY_TEXT = DATA_KEY.toString('base64');
export const dataKey = (): Buffer => Buffer.from(DATA_KEY);

/** A secret in all encodings that may appear. */
export interface Canary {
  readonly name: string;
  readonly spellings: readonly (string | RegExp)[];
}

/**
 * The secrets of the settings. Those of a running shop are created by {@link canary} and
 * {@link digits}.
 */
export function settingCanaries(): Canary[] {
  const key = { name: 'dataKey', spellings: [DATA_KEY.toString('latin1'), DATA_KEY_TEXT, DATA_KEY.toString('hex')] };
  return [...Object.entries(CANARIES).map(([name, value]) => canary(name, value)), key];
}

/** A secret text, also in base64 and URL encoding. */
export function canary(name: string, value: string): Canary {
  const spellings = [value, Buffer.from(value).toString('base64').replace(/=+$/, ''), encodeURIComponent(value)];
  return { name, spellings: [...new Set(spellings)] };
}

/**
 * A short secret number: it is found only as a separate number, because longer ones contain it by
 * chance.
 */
export function digits(name: string, value: string): Canary {
  return { name, spellings: [new RegExp(`(?<![0-9A-Za-z_.-])${value}(?![0-9A-Za-z_-])`)] };
}

/** Names of the canaries that are in a text. */
export function canariesIn(text: string, canaries: readonly Canary[]): string[] {
  const holds = (spelling: string | RegExp) => (typeof spelling === 'string' ? text.includes(spelling) : spelling.test(text));
  return canaries.filter(({ spellings }) => spellings.some(holds)).map(({ name }) => name);
}
