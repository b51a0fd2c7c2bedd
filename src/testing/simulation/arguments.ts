import { parseArgs } from 'node:util';
import { ABLATIONS, type AblationName, isAblation } from './ablations.ts';

/** The options of the simulation. */
export interface WantedWorlds {
  readonly seeds: number;
  readonly first: number;
  readonly jobs: number;
  readonly ablate: readonly AblationName[];
  /** Prints everything that happens; for one seed. */
  readonly trace: boolean;
  /** The journal is restored in every world that allows finding our transactions again. */
  readonly losses: boolean;
  /** Histories are requested and checked in every world. */
  readonly story: boolean;
  /** Shifts are closed in every world. */
  readonly closings: boolean;
  /** Other shops of the merchant trade in every world. */
  readonly busy: boolean;
  /** Every world has a second shop of the account. */
  readonly shops: boolean;
}

/** The options that change every world. */
export const WORLD_KINDS = ['losses', 'story', 'closings', 'busy', 'shops'] as const satisfies readonly (keyof WantedWorlds)[];
export type WorldKind = (typeof WORLD_KINDS)[number];

export const USAGE = `npm run sim -- [--seeds N] [--seed N [--trace]] [--jobs N] [--losses] [--story] [--closings] [--busy] [--shops] [--ablate RULE|all]
Rules: ${Object.keys(ABLATIONS).join(', ')}`;

const SEEDS = 100_000;

/**
 * Parses the command line.
 * @throws Error with a message if that fails
 */
export function readArguments(args: readonly string[], processors: number): WantedWorlds {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      jobs: { type: 'string' },
      ablate: { type: 'string', multiple: true },
      trace: { type: 'boolean', default: false },
      losses: { type: 'boolean', default: false },
      story: { type: 'boolean', default: false },
      closings: { type: 'boolean', default: false },
      busy: { type: 'boolean', default: false },
      shops: { type: 'boolean', default: false },
    },
  });
  const one = values.seed !== undefined && values.seeds === undefined;
  const wanted = {
    first: wholeNumber('seed', values.seed, 1, 0),
    seeds: wholeNumber('seeds', values.seeds, one ? 1 : SEEDS, 1),
    jobs: wholeNumber('jobs', values.jobs, Math.max(1, processors), 1),
    ablate: (values.ablate ?? []).flatMap(ablationsOf),
    trace: values.trace,
    losses: values.losses,
    story: values.story,
    closings: values.closings,
    busy: values.busy,
    shops: values.shops,
  };
  if (wanted.trace && wanted.seeds !== 1) throw new Error('Only one seed can be traced: give --seed N');
  return wanted;
}

function wholeNumber(name: string, text: string | undefined, otherwise: number, least: number): number {
  const value = text === undefined ? otherwise : Number(text.replaceAll('_', ''));
  if (!Number.isSafeInteger(value) || value < least) throw new Error(`--${name} takes a whole number from ${least}`);
  return value;
}

function ablationsOf(name: string): AblationName[] {
  if (name === 'all') return Object.keys(ABLATIONS).filter(isAblation);
  if (!isAblation(name)) throw new Error(`There is no rule ${name}`);
  return [name];
}
