import type { Clock } from '../../bff/platform/base/ports.ts';
import type { Planned, Timeline } from './timeline.ts';

/** The life of one server process under the simulation's control. */
export interface Life {
  /** The server's number. */
  readonly id: number;
  readonly clock: Clock;
  isDead(): boolean;
  isStalled(): boolean;
  /** A moment when it may die; true if it is dead. */
  mayDie(): boolean;
  /** Stops the process: nothing that it waits for ever happens. */
  kill(): void;
  /** Stalls the process, as on a paused machine; its monotonic clock continues. */
  stall(ms: number): void;
  /** An operator sets the wall clock. */
  setWallClock(byMs: number): void;
  /**
   * Runs `event` in this process after `ms`: never if it is dead by then, later if it is stalled.
   */
  after(ms: number, event: () => void): Planned;
  /** The same, now. */
  run(event: () => void): void;
  /**
   * One action outside the process, which may die before or after it.
   * @param run what the outside does; the process learns the result only if it still lives
   */
  step<T>(run: () => T | Promise<T>, delayMs?: number): Promise<T>;
}

export interface LifeOptions {
  readonly id: number;
  readonly timeline: Timeline;
  /** The wall clock at the beginning of the world, milliseconds UTC. */
  readonly wallMs: number;
  /** Called before and after each step; true if the process dies there. */
  readonly diesHere: () => boolean;
  readonly died: (life: Life) => void;
}

export function createLife({ id, timeline, wallMs, diesHere, died }: LifeOptions): Life {
  let isDead = false;
  let stalledUntil = 0;
  let wall = wallMs;

  function run(event: () => void): void {
    if (isDead) return;
    if (stalledUntil > timeline.now()) after(stalledUntil - timeline.now(), event);
    else event();
  }

  const after = (ms: number, event: () => void) => timeline.after(ms, () => run(event));

  function kill(): void {
    if (isDead) return;
    isDead = true;
    died(life);
  }

  const mayDie = () => {
    if (!isDead && diesHere()) kill();
    return isDead;
  };

  const life: Life = {
    id,
    clock: { now: () => Math.floor(wall + timeline.now()), monotonic: () => timeline.now(), sleep: createSleep(after) },
    isDead: () => isDead,
    mayDie,
    isStalled: () => stalledUntil > timeline.now(),
    kill,
    stall(ms) {
      stalledUntil = Math.max(stalledUntil, timeline.now() + ms);
    },
    setWallClock(byMs) {
      wall += byMs;
    },
    after,
    run,
    async step(effect, delayMs = 0) {
      if (mayDie()) return never();
      if (delayMs > 0) await new Promise<void>((resolve) => after(delayMs, resolve));
      const result = await effect();
      return mayDie() ? never() : result;
    },
  };
  return life;
}

/** Returns a new promise each time: a shared one would keep all its waiters in memory. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}

/** Sleeping, with one listener for each signal however many sleep on it. */
function createSleep(after: Life['after']): Clock['sleep'] {
  const bySignal = new WeakMap<AbortSignal, Set<() => void>>();

  function sleepersOf(signal: AbortSignal): Set<() => void> {
    const known = bySignal.get(signal);
    if (known) return known;
    const sleepers = new Set<() => void>();
    bySignal.set(signal, sleepers);
    signal.addEventListener('abort', () => sleepers.forEach((wake) => wake()), { once: true });
    return sleepers;
  }

  return (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleepers = signal && sleepersOf(signal);
      const planned = after(ms, () => {
        sleepers?.delete(wake);
        resolve();
      });
      const wake = () => {
        planned.isOff = true;
        reject(signal?.reason);
      };
      sleepers?.add(wake);
    });
}

export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

/** A promise that is resolved later. */
export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
