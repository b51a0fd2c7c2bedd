import { parseArgs } from 'node:util';
import { WORLDS, type WorldName } from './worlds.ts';

/** The options of `npm run security -- …`. */
export interface WantedAttack {
  /** In each world. */
  readonly minutes: number;
  /** The worlds to attack, one after the other. */
  readonly worlds: readonly WorldName[];
  /** Determines every malformed request and answer; null: a random one. */
  readonly seed: number | null;
  /** True if the package registry may be queried. */
  readonly network: boolean;
  /** How many shops of a chain to attack; null: no chain. */
  readonly chain: number | null;
}

export const USAGE = `npm run security -- [--world ${WORLDS.join('|')}|all] [--minutes N] [--seed N] [--network]
npm run security -- --world chain [--shops N] [--seed N]`;

const SHOPS = 6;
/** Two shops of each account. */
const SHOPS_MIN = 4;
const MINUTES = 2;
const MINUTES_MAX = 24 * 60;
const SEED_MAX = 2 ** 31;

/**
 * Parses the command line.
 * @throws Error with a message if that fails
 */
export function readArguments(args: readonly string[]): WantedAttack {
  const { values } = parseArgs({
    args: [...args],
    options: {
      world: { type: 'string', default: 'shop' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      shops: { type: 'string' },
      network: { type: 'boolean', default: false },
    },
  });
  const minutes = values.minutes === undefined ? MINUTES : Number(values.minutes);
  if (!(minutes > 0 && minutes <= MINUTES_MAX)) throw new Error(`--minutes takes a number up to ${MINUTES_MAX}`);
  const seed = values.seed === undefined ? null : Number(values.seed);
  if (seed !== null && !(Number.isSafeInteger(seed) && seed >= 0 && seed < SEED_MAX)) {
    throw new Error(`--seed takes a whole number below ${SEED_MAX}`);
  }
  const shops = Number(values.shops ?? SHOPS);
  if (!(Number.isSafeInteger(shops) && shops >= SHOPS_MIN)) throw new Error(`--shops takes a whole number from ${SHOPS_MIN}`);
  if (values.world === 'chain') return { minutes, seed, network: false, worlds: [], chain: shops };
  const worlds = WORLDS.filter((world) => values.world === 'all' || values.world === world);
  if (worlds.length === 0) throw new Error(`--world takes ${WORLDS.join(', ')}, chain or all`);
  return { minutes, seed, network: values.network, worlds, chain: null };
}
