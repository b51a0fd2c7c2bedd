import type { Kysely } from 'kysely';
import * as z from 'zod';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type DayTerms, dayPeriod } from '../../../contract/platform/shop-day.ts';
import type { Clock } from '../../platform/base/ports.ts';
import { refuse } from '../../platform/http/problem.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { completeUntil } from './complete-until.ts';
import type { OperationPage, PagePosition } from './journal-port.ts';

export interface PageReaderDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Pick<Clock, 'now'>;
  readonly days: () => Promise<DayTerms>;
}

interface Page<Item> {
  items: Item[];
  next: string | null;
  completeUntil: string;
}

/** Reads one page of a list, in the order of time and id. */
export type ReadListPage = <Row>(
  query: Readonly<Record<string, string>>,
  read: (page: OperationPage) => Promise<readonly Row[]>,
  positionOf: (row: Row) => PagePosition,
) => Promise<Page<Row>>;

const cursorSchema = z.tuple([z.int(), z.string().min(1).max(64)]);

/** Creates the reader of lists for programs. @throws Problem 400 for an invalid cursor or period */
export function createPageReader({ db, clock, days }: PageReaderDeps): ReadListPage {
  return async (query, read, positionOf) => {
    const { from, to, after, limit } = query;
    const terms = await days();
    const end = await completeUntil(db, clock.now());
    const count = limit === undefined ? LIMITS.pageItemsMax : Number(limit);
    const period = {
      from: from === undefined ? 0 : instantOf(from, terms).from,
      to: Math.min(end, to === undefined ? end : instantOf(to, terms).to),
    };
    const rows = await read({ ...period, after: after === undefined ? null : positionIn(after), count: count + 1 });
    const items = rows.slice(0, count);
    const last = items.at(-1);
    const next = rows.length > count && last !== undefined ? cursorOf(positionOf(last)) : null;
    return { items, next, completeUntil: new Date(end).toISOString() };
  };
}

/** A business day from its first instant to that of the next day, or one instant. */
function instantOf(text: string, days: DayTerms): { readonly from: number; readonly to: number } {
  if (text.includes('T')) return { from: Date.parse(text), to: Date.parse(text) };
  const { from, to } = dayPeriod(text, days);
  return { from, to: to + 1 };
}

function cursorOf({ at, id }: PagePosition): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

function positionIn(cursor: string): PagePosition {
  try {
    const [at, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { at, id };
  } catch {
    const message = '"after" is not what an answer gave as "next".';
    throw refuse('bad-request', { message, details: { field: 'after' } });
  }
}
