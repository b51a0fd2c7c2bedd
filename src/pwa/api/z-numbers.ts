import * as z from 'zod/mini';
import { type TillZ, tillZSchema } from '../../contract/redemption/journal.ts';
import { ownName } from './in-frame.ts';

/** Where this device remembers the highest numbers of closed shifts that it was told of. */
const ITEM = ownName('tillside.closings');

/** Those of every till that it was told of. A restore may have lost them; see `journal.ts`. */
export function rememberedZs(): TillZ[] {
  try {
    return z.safeParse(z.array(tillZSchema), JSON.parse(localStorage.getItem(ITEM) ?? '[]')).data ?? [];
  } catch {
    /* Somebody's hand: it says nothing. */
    return [];
  }
}

interface ClosedShift {
  readonly tillId: string;
  readonly number: number | null;
  readonly tag?: string | undefined;
  readonly burnt: boolean;
}

/** Remembers the number of a closed shift. */
export function rememberZ({ tillId: till, number, tag, burnt }: ClosedShift): void {
  if (number === null || tag === undefined || burnt) return;
  const others = rememberedZs().filter((known) => known.till !== till);
  const before = rememberedZs().find((known) => known.till === till);
  if (before !== undefined && before.number >= number) return;
  localStorage.setItem(ITEM, JSON.stringify([{ till, number, tag }, ...others].slice(0, KEPT_MAX)));
}

/** More tills than a device is told of. */
const KEPT_MAX = 50;

/** Those of another journal say nothing of this one. */
export function forgetZs(): void {
  localStorage.removeItem(ITEM);
}
