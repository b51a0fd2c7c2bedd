import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Ports } from '../../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../../bff/platform/http/caller.ts';
import type { Schema } from '../../../../bff/platform/store/schema.ts';
import type { TenderJournal } from '../../../../bff/redemption/journal/tender-store.ts';
import { listColumnsSchema } from '../../contract/match/columns.ts';
import type { MatchMemory } from '../../contract/match/match-answer.ts';
import { LAYOUTS_MAX, MATCH_MEMORY_NOTES_MAX } from '../limits.ts';

export interface MatchMemoryDeps extends Pick<Ports, 'shop' | 'db' | 'clock' | 'audit'> {
  readonly journal: Pick<TenderJournal, 'mid'>;
}

/** Remembers columns and notes of imported lists. The lists themselves are not stored. */
export interface MatchMemoryStore {
  read(): Promise<MatchMemory>;
  /** Remembers the columns of lists with the same layout. */
  keepLayout(caller: Caller, layout: MatchMemory['layouts'][number]): Promise<void>;
  /** Remembers the reason for a difference; an empty note deletes it. */
  keepNote(caller: Caller, note: Pick<MatchMemory['notes'][number], 'difference' | 'note'>): Promise<void>;
}

const columnsIn = (text: string) => z.parse(listColumnsSchema, JSON.parse(text));

/** Reads the stored columns and notes, without our number at the issuer. */
export async function readMemory(db: Kysely<Schema>, shop: Scope): Promise<Omit<MatchMemory, 'mid'>> {
  const layouts = await db
    .selectFrom('match_layout')
    .select(['layout', 'columns'])
    .where('shop', '=', shop)
    .orderBy('changed_at', 'desc')
    .limit(LAYOUTS_MAX)
    .execute();
  const notes = await db
    .selectFrom('match_note')
    .innerJoin('person', 'person.id', 'match_note.person_id')
    .select(['difference', 'note', 'match_note.at', 'person.name as person'])
    .where('shop', '=', shop)
    .orderBy('match_note.at', 'desc')
    .limit(MATCH_MEMORY_NOTES_MAX)
    .execute();
  return {
    layouts: layouts.map(({ layout, columns }) => ({ layout, columns: columnsIn(columns) })),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: new Date(at).toISOString() })),
  };
}

export function createMatchMemory({ shop, db, clock, audit, journal }: MatchMemoryDeps): MatchMemoryStore {
  return {
    read: async () => ({ mid: await journal.mid(shop), ...(await readMemory(db, shop)) }),
    async keepLayout({ person }, { layout, columns }) {
      const row = { columns: JSON.stringify(columns), person_id: person.id, changed_at: clock.now() };
      await db
        .insertInto('match_layout')
        .values({ shop, layout, ...row })
        .onConflict((conflict) => conflict.columns(['shop', 'layout']).doUpdateSet(row))
        .execute();
    },
    async keepNote(caller, { difference, note }) {
      await db.transaction().execute(async (tx) => {
        const row = { note, person_id: caller.person.id, at: clock.now() };
        if (note === '')
          await tx.deleteFrom('match_note').where('shop', '=', shop).where('difference', '=', difference).execute();
        else
          await tx
            .insertInto('match_note')
            .values({ shop, difference, ...row })
            .onConflict((conflict) => conflict.columns(['shop', 'difference']).doUpdateSet(row))
            .execute();
        await audit.write({ by: caller, action: 'match.noted', details: { reason: note } }, tx);
      });
    },
  };
}
