import type { Dice } from '../simulation/dice.ts';
import { type Samples, uuidFrom } from './bodies.ts';

/** Objects of a shop that requests can name. */
export interface KnownSamples {
  readonly refs: readonly string[];
  /** Of operations. */
  readonly ids: readonly string[];
  readonly persons: readonly string[];
}

const DAY_MS = 24 * 60 * 60_000;
const PINS = ['592807', '480316', '730264', '918273'] as const;
const PRODUCTS = ['ABCV050SG01', 'ABCVOPNSG01', 'ABCC004SG01', 'NO-SUCH-PRODUCT'] as const;
/** Sequence numbers of cards that are not active. */
const CARDS = { first: 101, last: 600 };

/**
 * Values for fields whose schema does not tell their meaning. Periods cover the last two days, so
 * that they are not empty.
 */
export function samplesOf({ refs, ids, persons }: KnownSamples): Samples {
  const now = Date.now();
  const among =
    (list: readonly string[]) =>
    (dice: Dice): string => {
      const [first, ...rest] = list;
      return first === undefined || dice.chance(0.1) ? uuidFrom(dice) : dice.pick([first, ...rest]);
    };
  const card = (dice: Dice) => String(dice.between(CARDS.first, CARDS.last)).padStart(6, '0');
  return {
    code: among(refs),
    tenderId: among(ids.length > 0 ? ids : ['']),
    personId: among(persons),
    pin: (dice) => dice.pick(PINS),
    from: () => new Date(now - DAY_MS).toISOString(),
    to: () => new Date(now + 60_000).toISOString(),
    date: () => new Date(now).toISOString().slice(0, 10),
    currency: (dice) => dice.pick(['SGD', 'SGD', 'SGD', 'MYR']),
    productCode: (dice) => dice.pick(PRODUCTS),
    quantity: (dice) => dice.between(1, 3),
    faceValue: (dice) => dice.between(100, 1_000),
    clientReference: () => 'sale-7',
    start: card,
    end: card,
    count: (dice) => dice.between(1, 5),
    cursor: (dice) => `${dice.below(1_000)}-${dice.below(10)}`,
    shopAddress: () => '1 Orchard Road\nSingapore',
    receiptFooter: () => 'Thank you',
    charsMin: () => 8,
    charsMax: () => 20,
    shape: () => 'GC*',
    origin: () => 'https://register.example',
    host: () => '10.0.0.9',
    yearStart: () => '01-01',
  };
}
