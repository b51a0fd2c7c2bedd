import * as z from 'zod/mini';
import type { OperationPage } from '../../../bff/redemption/operation/journal-port.ts';
import { type Shift, shiftSchema } from '../contract/shift.ts';
import type { CountedFact } from './counted.ts';

/**
 * The person who closed a shift, for the trail; no person if the first action of a later day did.
 */
export interface ClosedAs {
  readonly person: { readonly id: string } | null;
  readonly device: { readonly id: string } | null;
}

export interface NewZ {
  readonly by: ClosedAs;
  /** The body of the request, as JSON. */
  readonly request: string;
  readonly z: ZView;
  /** The facts that the Z counts; each fact is in one Z only. */
  readonly factIds: readonly string[];
}

/** A stored Z; notes, explanations and proofs are added when it is read. */
export const zViewSchema = z.extend(
  z.omit(shiftSchema, { explanations: true, found: true, notes: true, tag: true, blind: true }),
  { number: z.int() },
);
export type ZView = z.infer<typeof zViewSchema>;

export interface StoredZ {
  readonly request: string;
  readonly z: ZView;
}

export type Highest = ReadonlyMap<string, number>;

/** Lists every Z of a shop page by page. */
export interface PagedShifts {
  /** In the order of their closing; burned numbers are left out. */
  pageOf(page: OperationPage): Promise<readonly ZView[]>;
}

/** Stores every Z of a shop, and reads facts that no Z counts yet. */
export interface ShiftStore {
  /** Facts that count and are in no Z, of one till or of each, oldest first in each. */
  open(tillId?: string): Promise<readonly CountedFact[]>;
  /**
   * Tills with uncounted facts from before an instant, and true if an operation began at the till
   * since.
   */
  uncounted(since: number): Promise<{ readonly hasBegun: boolean; readonly tills: readonly string[] }>;
  /** The till of an operation; null for an unknown one. */
  tillOf(operationId: string): Promise<string | null>;
  read(id: string): Promise<StoredZ | null>;
  /** Z of the shifts that opened within a period (milliseconds UTC, inclusive). */
  opened(from: number, to: number): Promise<readonly ZView[]>;
  /** The latest shifts of a person, newest first. */
  ofPerson(personId: string, count: number): Promise<readonly ZView[]>;
  /**
   * Closes one shift of a till; closings run one at a time.
   * @param decide receives the open facts of the till and the highest number of each till; returns
   * null to close nothing
   * @returns the stored Z; null if nothing was closed
   */
  close(tillId: string, decide: (open: readonly CountedFact[], highest: Highest) => NewZ | null): Promise<ZView | null>;
  /**
   * Burns all numbers without a Z up to the given ones.
   * @returns the count of burned numbers
   */
  burn(upTo: Highest, at: number, by: ClosedAs): Promise<number>;
  /** The highest number of a till, burned or not, and its time; null for none. */
  newest(tillId: string): Promise<{ readonly number: number; readonly at: number } | null>;
  /** The devices of a till: all that were enrolled with its name, revoked or not. */
  devicesOf(tillId: string): Promise<readonly string[]>;
  notesOf(id: string): Promise<Shift['notes']>;
  addNote(id: string, by: ClosedAs & { readonly person: { readonly id: string } }, note: string): Promise<void>;
}
