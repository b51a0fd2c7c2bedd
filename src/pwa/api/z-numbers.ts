import * as z from 'zod/mini';
import { type TillZ, tillZSchema } from '../../contract/redemption/journal.ts';
import { storageName } from './in-frame.ts';
import { TILLS_MAX } from './limits.ts';

/** The key of the highest known numbers of closed shifts. */
const ITEM = storageName('tillside.closings');

/** The known numbers of every till. A restore may have lost them; see `journal.ts`. */
export function readStoredZs(): TillZ[] {
  try {
    return z.safeParse(z.array(tillZSchema), JSON.parse(localStorage.getItem(ITEM) ?? '[]')).data ?? [];
  } catch {
    /* Edited by hand, so the numbers prove nothing. */
    return [];
  }
}

interface ClosedShift {
  readonly tillId: string;
  readonly number: number | null;
  readonly tag?: string | undefined;
  readonly burnt: boolean;
}

export function saveZ({ tillId: till, number, tag, burnt }: ClosedShift): void {
  if (number === null || tag === undefined || burnt) return;
  const otherTills = readStoredZs().filter((stored) => stored.till !== till);
  const before = readStoredZs().find((stored) => stored.till === till);
  if (before !== undefined && before.number >= number) return;
  localStorage.setItem(ITEM, JSON.stringify([{ till, number, tag }, ...otherTills].slice(0, TILLS_MAX)));
}

/** Numbers of another journal prove nothing about this one. */
export function forgetZs(): void {
  localStorage.removeItem(ITEM);
}
