import * as z from 'zod/mini';
import { type TillZ, tillZSchema } from '../../contract/redemption/journal.ts';
import { ownName } from './in-frame.ts';

/** The key of the highest known numbers of closed shifts. */
const ITEM = ownName('tillside.closings');

/** Those of every till that it was told of. A restore may have lost them; see `journal.ts`. */
export function rememberedZs(): TillZ[] {
  try {
    return z.safeParse(z.array(tillZSchema), JSON.parse(localStorage.getItem(ITEM) ?? '[]')).data ?? [];
  } catch {
    /* Edited by hand, so it proves nothing. */
    return [];
  }
}

interface ClosedShift {
  readonly tillId: string;
  readonly number: number | null;
  readonly tag?: string | undefined;
  readonly burnt: boolean;
}

export function rememberZ({ tillId: till, number, tag, burnt }: ClosedShift): void {
  if (number === null || tag === undefined || burnt) return;
  const others = rememberedZs().filter((known) => known.till !== till);
  const before = rememberedZs().find((known) => known.till === till);
  if (before !== undefined && before.number >= number) return;
  localStorage.setItem(ITEM, JSON.stringify([{ till, number, tag }, ...others].slice(0, KEPT_MAX)));
}

/** More tills than any device sees. */
const KEPT_MAX = 50;

/** Numbers of another journal prove nothing about this one. */
export function forgetZs(): void {
  localStorage.removeItem(ITEM);
}
