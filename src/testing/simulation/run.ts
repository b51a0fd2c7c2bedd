import { count, type EndedWorld, emptyTally, type WorldTally } from './tally.ts';
import { runWorlds } from './timeline.ts';
import { createWorld } from './world.ts';
import { SOUND, type WorldRules } from './world-rules.ts';

export interface SimulationRun {
  /** The next seed; null after the last one, or when time is up. */
  readonly next: () => number | null;
  readonly rules?: WorldRules;
  readonly trace?: ((line: string) => void) | null;
  /** After each world. */
  readonly counted?: (world: EndedWorld) => void;
}

/** Runs one world per seed, and adds up the results. */
export async function run({ next, rules = SOUND, trace = null, counted }: SimulationRun): Promise<WorldTally> {
  const tally = emptyTally();
  const nextWorld = () => {
    const seed = next();
    return seed === null ? null : createWorld(seed, rules, trace);
  };
  await runWorlds(nextWorld, ({ plan, told, now, ...ended }) => {
    const world = {
      seed: plan.seed,
      ms: now(),
      violations: ended.violations(),
      verdicts: ended.verdicts(),
      told,
    };
    count(tally, world);
    counted?.(world);
  });
  return tally;
}

/** Every seed of a range, one after another. @param step so that several threads may share a range */
export function seedsFrom(first: number, amount: number, step = 1): () => number | null {
  let index = 0;
  return () => {
    if (index >= amount) return null;
    const seed = first + index * step;
    index += 1;
    return seed;
  };
}
