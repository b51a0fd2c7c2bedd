import type { Caller } from '../../bff/platform/http/caller.ts';
import type { Shift } from '../../features/closings/contract/shift.ts';
import type { ClosingJudge } from './closing-judge.ts';
import type { SharedClosings } from './closings.ts';
import { createDice } from './dice.ts';
import { managerOf } from './manager.ts';
import { devicesIn } from './re-enrolled.ts';
import { askFromTill, callerOf, type HeardByTill, pauseInWorld, type TillOptions } from './till.ts';
import type { TillMemory } from './till-memory.ts';
import { CURRENCY } from './view.ts';

/** Those who close shifts in a world. */
export interface Closers {
  /** After the end of the world: true while open shifts are still being closed. */
  isAtIt(): boolean;
}

export interface ClosersOptions extends Omit<TillOptions, 'dice'> {
  readonly judge: TillOptions['judge'];
  readonly closingJudge: ClosingJudge;
  readonly closings: SharedClosings;
}

const TRIES_MAX = 6;
const ROUNDS_MAX = 60;

/**
 * Sends cashiers and a manager to close shifts now and then. In the end they close all that is
 * left.
 */
export function sendClosers(given: ClosersOptions): Closers {
  const dice = createDice(given.plan.seed ^ 0xc10e);
  const as = (caller: Caller, till: number) => ({ ...given, dice: dice.fork(), caller, memory: given.memoryOf(till) });
  for (const till of devicesIn(given.plan)) void nowAndThen(as(callerOf(given.plan, { till }), till), dice.between(1, 4));
  void nowAndThen(as(managerOf(given.plan), 1), dice.between(0, 2));
  const manager = as(managerOf(given.plan), 1);
  let rounds = 0;
  let isBusy = false;
  return {
    isAtIt() {
      if (isBusy) return true;
      const isLeft = given.closings.store.left().length > 0 || given.closingJudge.isMissing();
      if (!isLeft || rounds === ROUNDS_MAX) return false;
      rounds += 1;
      isBusy = true;
      void closeAll(manager).then(() => {
        isBusy = false;
      });
      return true;
    },
  };
}

interface Closing extends TillOptions {
  readonly caller: Caller;
  readonly memory: TillMemory;
  readonly closingJudge: ClosingJudge;
  readonly closings: SharedClosings;
}

async function nowAndThen(options: Closing, times: number): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await pauseInWorld(options, options.dice.between(10_000, 200_000));
    for (const id of await openIds(options, true)) await close(options, id);
  }
}

/** Closes all open shifts once; tills may first have to report the numbers that they know. */
async function closeAll(options: Closing): Promise<void> {
  await pauseInWorld(options, 10_000);
  for (const id of await openIds(options, false)) await close(options, id);
}

async function openIds(options: Closing, mine: boolean): Promise<readonly string[]> {
  const { store, dayOf } = options.closings;
  const days = new Set(store.left().flatMap(({ at, operation }) => [dayOf(at), dayOf(operation.createdAt)]));
  const asked = mine ? [{ mine, day: undefined, to: undefined }] : [...days].map((day) => ({ mine, day, to: day }));
  const ids: string[] = [];
  for (const what of asked) {
    const heard = await askFromTill(options, {
      run: ({ closings }) => closings?.shifts.list(options.caller, what) ?? Promise.resolve([]),
      told: () => undefined,
    });
    if (heard.kind === 'answer') ids.push(...heard.value.filter(({ number }) => number === null).map(({ id }) => id));
  }
  return ids;
}

/** Closes one shift, with the same body until an answer arrives. */
async function close(options: Closing, id: string): Promise<void> {
  const { dice, caller, memory, closingJudge } = options;
  options.used(caller.device.id);
  const body = dice.chance(0.3) ? { declared: { amount: dice.below(5_000), currency: CURRENCY } } : {};
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const heard: HeardByTill<Shift | null> = await askFromTill(options, {
      run: async ({ closings }) => (await closings?.shifts.close(caller, id, body))?.shift ?? null,
      told: () => undefined,
    });
    if (heard.kind === 'answer' && heard.value !== null) {
      closingJudge.told(heard.value);
      memory.toldZ(heard.value);
    }
    if (heard.kind !== 'nothing') return;
    await pauseInWorld(options, dice.between(1_000, 8_000));
  }
}
