import type { Settings } from '../../../bff/access/settings/settings.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { caseNumberOf } from '../contract/story.ts';

export interface OpeningsDeps extends Pick<Ports, 'db' | 'clock' | 'random' | 'audit'> {
  readonly settings: Pick<Settings, 'recent'>;
}

/**
 * The object of a history: a voucher by its keyed hash, or a card by its number, masked as in
 * lists.
 */
export interface HistorySubject {
  readonly hash: string | null;
  readonly last4: string | null;
  readonly number: string | null;
}

/** Records who opens which history, because a history can also be opened to snoop. */
export interface Openings {
  /**
   * Records and counts an opened history before its data is returned: cashiers and stock staff may
   * open a limited number within an hour, on all devices together. Keys have their own rate limit.
   * @returns the id of the opening in the trail
   * @throws Problem 429 `too-many-stories`
   */
  open(caller: Caller, opened: HistorySubject): Promise<string>;
}

const HOUR_MS = LIMITS.ceilingHourMs;

export function createOpenings({ db, clock, random, audit, settings }: OpeningsDeps): Openings {
  return {
    async open(caller, { hash, last4, number }) {
      const { shop, person, key } = caller;
      const caseNumber = caseNumberOf(random.uuid());
      const { storiesPerHour } = await settings.recent(shop);
      const isCounted = person.role !== 'manager' && key === undefined;
      const details = {
        ...(last4 !== null && { last4 }),
        ...(number !== null && { numbers: number }),
        case: caseNumber,
      };
      await db.transaction().execute(async (tx) => {
        await audit.write({ by: caller, action: 'story.opened', subject: hash, details }, tx);
        if (!isCounted) return;
        /* The trail is locked until the end, so that concurrent requests cannot exceed the limit.
         */
        const now = clock.now();
        const times = await tx
          .selectFrom('audit')
          .select('at')
          .where('shop', '=', shop)
          .where('at', '>', now - HOUR_MS)
          .where('at', '<', now + HOUR_MS)
          .where('action', '=', 'story.opened')
          .where('person_id', '=', person.id)
          .orderBy('at')
          .execute();
        if (times.length <= storiesPerHour) return;
        const retryAfterMs = (times[times.length - storiesPerHour - 1]?.at ?? now) + HOUR_MS - now;
        throw refuse('too-many-stories', { details: { retryAfterMs: Math.max(1, retryAfterMs) } });
      });
      return caseNumber;
    },
  };
}
