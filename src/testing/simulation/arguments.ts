import { parseArgs } from 'node:util';
import { explainHistory } from '../../features/voucher-history/bff/explain-history.ts';
import { ABLATIONS, type AblationName, isAblation } from './ablations.ts';
import { CHAIN_SHARES, CLOSING, SOUND, type WorldRules } from './world-rules.ts';

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
  /** Shops are added, suspended, moved or set up wrongly in every world. */
  readonly shops: boolean;
  /** Every world has one shop, instead of two of one account and one of another. */
  readonly oneShop: boolean;
  /** Worlds of a chain on a usual day. */
  readonly live: boolean;
}

/** The options that change every world, as they are written. */
export const WORLD_KINDS = {
  losses: '--losses',
  story: '--story',
  closings: '--closings',
  busy: '--busy',
  shops: '--shops',
  oneShop: '--one-shop',
  live: '--world live',
} as const satisfies Partial<Record<keyof WantedWorlds, string>>;
export type WorldKind = keyof typeof WORLD_KINDS;

export const USAGE = `npm run sim -- [--seeds N] [--seed N [--trace]] [--jobs N] [--losses] [--story] [--closings] [--busy] [--shops | --one-shop] [--world live] [--ablate RULE|all]
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
      'one-shop': { type: 'boolean', default: false },
      world: { type: 'string' },
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
    oneShop: values['one-shop'],
    live: values.world === 'live',
  };
  if (values.world !== undefined && !wanted.live) throw new Error(`There is no world ${values.world}`);
  if (wanted.shops && wanted.oneShop) throw new Error('Either --shops or --one-shop');
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

/** The share of worlds whose rows are processed first. Worlds without a rule stay as they were. */
const PROCESSING_SHARE = 0.25;

/** The rules of the wanted worlds, or of those without a rule. */
export function worldRulesOf(
  ablation: AblationName | null,
  { losses, story, closings, busy, shops, oneShop, live }: Pick<WantedWorlds, WorldKind>,
): WorldRules {
  const rules =
    ablation === null ? { ...(closings ? CLOSING : SOUND), ...CHAIN_SHARES, processingShare: PROCESSING_SHARE } : ABLATIONS[ablation].rules;
  return {
    ...rules,
    lossShare: losses ? 1 : live ? 0 : rules.lossShare,
    ...(oneShop && { secondShare: 0, strangerShare: 0 }),
    ...(shops && { ...CHAIN_SHARES, changeShare: 1 }),
    ...(live && !shops && { changeShare: 0 }),
    isBusy: busy,
    isLive: live,
    story: story ? (rules.story ?? explainHistory) : rules.story,
  };
}
