import * as z from 'zod/mini';
import { type Shift, shiftSchema } from '../contract/shift.ts';
import type { Counted } from './counted.ts';

/** Who closed a shift, as the trail names them; nobody where a later day's first action did. */
export interface ClosedAs {
  readonly person: { readonly id: string } | null;
  readonly device: { readonly id: string } | null;
}

/** A shift that is to be closed. */
export interface NewZ {
  readonly by: ClosedAs;
  /** The body of the request, as JSON. */
  readonly request: string;
  readonly z: ZView;
  /** The facts that it counts; each has no other Z. */
  readonly factIds: readonly string[];
}

/** A Z as it was found and kept; notes, explanations and proofs come beside it. */
export const zViewSchema = z.extend(
  z.omit(shiftSchema, { explanations: true, found: true, notes: true, tag: true, blind: true }),
  { number: z.int() },
);
export type ZView = z.infer<typeof zViewSchema>;

/** A Z as it is stored. */
export interface KeptZ {
  readonly request: string;
  readonly z: ZView;
}

/** Highest numbers of tills, by the id of each. */
export type Highest = ReadonlyMap<string, number>;

/** Where every Z of a shop is kept, and what none has yet. */
export interface ShiftStore {
  /** The facts that count and that no Z has, of one till or of all, oldest first. */
  open(tillId?: string): Promise<readonly Counted[]>;
  /** Tills with some of them from before an instant, and whether anything was begun since. */
  uncounted(since: number): Promise<{ readonly hasBegun: boolean; readonly tills: readonly string[] }>;
  /** The till of an operation; null for one that is not there. */
  tillOf(operationId: string): Promise<string | null>;
  read(id: string): Promise<KeptZ | null>;
  /** Those of the shifts that opened within a period (milliseconds UTC, both included). */
  opened(from: number, to: number): Promise<readonly ZView[]>;
  /** The latest of a person, newest first. */
  ofPerson(personId: string, count: number): Promise<readonly ZView[]>;
  /**
   * Closes one of a till, while nobody else closes any.
   * @param decide is given what is open there and the highest number of each till; null for
   * nothing to do
   * @returns what was written; null for nothing
   */
  close(tillId: string, decide: (open: readonly Counted[], highest: Highest) => NewZ | null): Promise<ZView | null>;
  /**
   * Names numbers that no Z has and that none will have: those up to the given ones.
   * @returns how many
   */
  burn(upTo: Highest, at: number, by: ClosedAs): Promise<number>;
  /** The highest number of a till, burnt or not, and when it came to be; null for none. */
  newest(tillId: string): Promise<{ readonly number: number; readonly at: number } | null>;
  /** The devices of a till: those that were enrolled under its name, and are revoked or not. */
  devicesOf(tillId: string): Promise<readonly string[]>;
  notesOf(id: string): Promise<Shift['notes']>;
  addNote(id: string, by: ClosedAs & { readonly person: { readonly id: string } }, note: string): Promise<void>;
}
