import * as z from 'zod/mini';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { storyEventSchema } from '../contract/story.ts';
import { PLAIN_EVENT, type StoryEvent } from './events.ts';
import { CONTINUABLE_MS } from './limits.ts';

/** A row that was read back, as short as possible: the page carries all of them. */
const carriedSchema = z.tuple([
  z.string(),
  storyEventSchema,
  z.int(),
  z.nullable(z.int()),
  z.nullable(z.string()),
  z.string(),
  z.nullable(z.int()),
]);

const tokenSchema = z.object({
  caseNumber: z.string(),
  /** Time of opening, our clock. */
  at: z.int(),
  personId: z.string(),
  deviceId: z.string(),
  hash: z.nullable(z.string()),
  sequence: z.nullable(z.string()),
  /** Start of the period of the issuer's search that was read. */
  readFrom: z.nullable(z.int()),
  /** Length of the part of the search that is read in one step. */
  lengthMs: z.nullable(z.int()),
  rows: z.array(carriedSchema),
});

/** Progress of a history: only the page stores it. */
export interface HistoryProgress {
  readonly caseNumber: string;
  readonly at: number;
  readonly hash: string | null;
  readonly sequence: string | null;
  readonly readFrom: number | null;
  readonly lengthMs: number | null;
  readonly events: readonly StoryEvent[];
}

type TokenDeps = { readonly keys: Pick<Keys, 'seal' | 'open'>; readonly clock: Pick<Clock, 'now'> };

/** Encrypts the progress of a history. Only the same caller can continue it. */
export function writeHistoryToken(
  { keys }: Pick<TokenDeps, 'keys'>,
  { person, device }: Caller,
  carried: HistoryProgress,
): string {
  const { events, ...rest } = carried;
  const rows = events
    .slice(0, LIMITS.storyRowsMax)
    .map(({ id, what, at, value, unit, mid, lateMs }) => [id, what, at, value, unit, mid, lateMs] as const);
  return keys.seal(JSON.stringify({ ...rest, personId: person.id, deviceId: device.id, rows }));
}

/** Decrypts a token; null if it is too old, another caller's, or not from this server. */
export function readHistoryToken(
  { keys, clock }: TokenDeps,
  { person, device }: Caller,
  token: string,
): HistoryProgress | null {
  const opened = openedOrNull(keys, token);
  if (opened === null || opened.personId !== person.id || opened.deviceId !== device.id) return null;
  const { rows, personId: _, deviceId: __, ...carried } = opened;
  if (Math.abs(clock.now() - carried.at) > CONTINUABLE_MS) return null;
  return { ...carried, events: rows.map(eventOf) };
}

function eventOf([id, what, at, value, unit, mid, lateMs]: z.infer<typeof carriedSchema>): StoryEvent {
  return { ...PLAIN_EVENT, id, isRow: true, what, at, errorMs: 0, value, unit, mid, own: false, lateMs };
}

function openedOrNull(keys: Pick<Keys, 'open'>, token: string): z.infer<typeof tokenSchema> | null {
  try {
    return tokenSchema.parse(JSON.parse(keys.open(token)));
  } catch {
    /* Any text may be sent here; an invalid token begins a new history. */
    return null;
  }
}
