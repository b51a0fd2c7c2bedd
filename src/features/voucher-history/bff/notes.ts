import { sql } from 'kysely';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import type { Story } from '../contract/story.ts';
import { NOTES_MAX } from './limits.ts';
import type { HistoryProgress } from './token.ts';

/** Managers' notes on a voucher history; they are lines of the trail, and stored nowhere else. */
export interface Notes {
  /** @throws Problem 400 for a history without a voucher */
  write(caller: Caller, story: HistoryProgress, note: string): Promise<void>;
  /** Returns the notes on one voucher, oldest first. */
  of(shop: Scope, hash: string): Promise<Story['notes']>;
}

export function createNotes({ db, audit }: Pick<Ports, 'db' | 'audit'>): Notes {
  return {
    async write(caller, { hash, caseNumber }, note) {
      if (hash === null)
        throw refuse('bad-request', { message: 'A note needs a voucher.', details: { field: 'token' } });
      await audit.write({
        by: caller,
        action: 'story.noted',
        subject: hash,
        details: { reason: note, case: caseNumber },
      });
    },
    async of(shop, hash) {
      const rows = await db
        .selectFrom('audit')
        .leftJoin('person', 'person.id', 'audit.person_id')
        .select(['at', 'details', 'person.name as person'])
        .where('shop', '=', shop)
        .where('action', '=', sql.lit('story.noted'))
        .where('subject', '=', hash)
        /* The sum keeps SQLite from reading the trail backwards. */
        .orderBy(sql`seq + 0`, 'desc')
        .limit(NOTES_MAX)
        .execute();
      return rows.toReversed().map(({ at, details, person }) => ({
        at: new Date(at).toISOString(),
        person: person ?? '',
        note: reasonSchema.parse((JSON.parse(details) as { reason?: unknown }).reason),
      }));
    },
  };
}
