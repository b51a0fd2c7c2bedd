import type { Issuer } from '../../bff/issuer/port.ts';
import type { CaseKind } from '../../bff/redemption/settle/cases.ts';
import type { Life } from './life.ts';
import type { MemoryStore } from './memory-store.ts';

/**
 * The store's reaction to a write. It may fail before the write, or after it, so that the result is
 * unknown.
 */
export type DiskFate = 'well' | 'fails' | 'unconfirmed';

export interface Disk {
  readonly delayMs: () => number;
  readonly fate: () => DiskFate;
}

type Methods = Record<string, (...args: never[]) => unknown>;

/** Calls with an effect. Between two of them, it makes no difference when a process dies. */
const WRITING: ReadonlySet<string> = new Set([
  'begin',
  'append',
  'capture',
  'keep',
  'cancel',
  'learnMid',
  'adopt',
  'refunded',
  'found',
  'close',
  'burn',
]);
const SENDING: ReadonlySet<string> = new Set(['redeem', 'refund']);

export const DISK_ERROR = 'the disk is full';

/** Makes every request to the issuer a step at which the process may die. */
export function stepped<T extends object>(life: Life, issuer: T): T {
  return mapped(
    issuer,
    SENDING,
    (method) =>
      (...args) =>
        life.step(() => method(...args)),
  );
}

/** Makes every write such a step, too, on a disk that may be slow or full. */
export function journalled<T extends object>(life: Life, disk: Disk, journal: T): T {
  return mapped(
    journal,
    WRITING,
    (method) =>
      (...args) =>
        life.step(() => write(disk.fate(), () => method(...args)), disk.delayMs()),
  );
}

async function write(fate: DiskFate, run: () => unknown): Promise<unknown> {
  if (fate === 'fails') throw new Error(DISK_ERROR);
  const written = await run();
  if (fate === 'unconfirmed') throw new Error(DISK_ERROR);
  return written;
}

function mapped<T extends object>(port: T, names: ReadonlySet<string>, wrap: (method: Methods[string]) => Methods[string]): T {
  const wrapped: Methods = { ...(port as Methods) };
  for (const name of names) {
    const method = wrapped[name];
    if (method) wrapped[name] = wrap(method);
  }
  return wrapped as T;
}

/**
 * The store of a process that may die between a write and its consequences; other servers are
 * informed of the write.
 */
export function dyingStore(
  store: MemoryStore,
  life: Life,
  announce: (change: { readonly kind: string; readonly id: string }) => void,
): MemoryStore {
  const after = (isWritten: boolean, change: { readonly kind: string; readonly id: string }) => {
    if (isWritten) announce(change);
    life.mayDie();
    return isWritten;
  };
  return {
    ...store,
    insert: (operation, claim) => after(store.insert(operation, claim), operation),
    move: (moves, claim) => after(store.move(moves, claim), { kind: store.get(moves[0].id)?.kind ?? '', id: moves[0].id }),
  };
}

/** A search that treats the rows before a failed page as complete. */
export function withHalfReadings<T extends Pick<Issuer, 'searchPage'>>(issuer: T): T {
  return {
    ...issuer,
    async searchPage(...page: Parameters<Issuer['searchPage']>) {
      const asked = await issuer.searchPage(...page);
      return asked.outcome === 'found' ? asked : { outcome: 'found', value: [] };
    },
  };
}

/** Settling that ignores a second attempt: W does not restart with it. */
export function withoutFreshWindow(cases: CaseKind): CaseKind {
  return {
    ...cases,
    async find(id, lookAfter) {
      const found = await cases.find(id, lookAfter);
      if (!found) return null;
      return {
        ...found,
        async ask(watch, signal) {
          const asked = await found.ask(watch, signal);
          return { ...asked, watch: { ...asked.watch, startedMs: watch.startedMs, attempts: null } };
        },
      };
    },
  };
}
