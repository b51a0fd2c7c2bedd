import { createDice } from './dice.ts';
import type { Judge } from './judge.ts';
import type { Plan } from './plan.ts';
import type { Server } from './server.ts';
import type { StoryJudge } from './story-judge.ts';
import type { Timeline } from './timeline.ts';

export interface StoryAsksOptions {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly route: () => Server | null;
  readonly judge: StoryJudge;
}

/** Requests histories: during all events, and once everything is visible. */
export interface StoryAsks {
  /** After the end of a world; false if everything was requested. */
  step(): boolean;
}

/** After this time, everything is visible and was read. */
const QUIET_MS = 4 * 60_000;
const ASKED_WITHIN_MS = 10 * 60_000;
const SEED = 0x5704;

export function askForStories({ plan, timeline, route, judge }: StoryAsksOptions): StoryAsks {
  const dice = createDice(plan.seed ^ SEED);
  const isValued = dice.chance(0.5);
  let endedAtMs: number | null = null;
  let asking: 'not yet' | 'now' | 'done' = 'not yet';

  /** A server that dies sends no answer. */
  async function ask(ref: string, isQuiet: boolean): Promise<void> {
    const faceValue = isValued ? (plan.vouchers.find((voucher) => voucher.ref === ref)?.amount ?? null) : null;
    const server = route();
    if (server === null) return;
    judge.told({ ref, faceValue, isQuiet, story: await server.stories.tell(ref, faceValue) });
    if (!isQuiet) return;
    judge.told({ ref, faceValue, isQuiet, story: await server.stories.readBack(ref, faceValue) });
  }

  async function askAll(): Promise<void> {
    for (const { ref } of plan.vouchers) await ask(ref, true);
    asking = 'done';
  }

  for (const { ref } of plan.vouchers) timeline.after(dice.between(10_000, 420_000), () => void ask(ref, false));

  return {
    step() {
      endedAtMs ??= timeline.now();
      const quietMs = timeline.now() - endedAtMs;
      if (asking === 'not yet' && quietMs >= QUIET_MS) {
        asking = 'now';
        void askAll();
      }
      return asking !== 'done' && quietMs < QUIET_MS + ASKED_WITHIN_MS && timeline.step();
    },
  };
}

/** The steps of a world until its end and judgement, and until every history was checked. */
export function stepsOf({
  timeline,
  judge,
  isOver,
  asks,
}: Pick<StoryAsksOptions, 'timeline'> & {
  readonly judge: Pick<Judge, 'end'>;
  readonly isOver: () => boolean;
  readonly asks: StoryAsks | null;
}): () => boolean {
  let isJudged = false;
  return () => {
    if (!isJudged && !isOver() && timeline.step()) return true;
    if (!isJudged) judge.end();
    isJudged = true;
    return asks?.step() ?? false;
  };
}
