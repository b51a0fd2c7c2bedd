import type { OtherManagers } from '../../../bff/access/people/other-managers.ts';
import type { Settings } from '../../../bff/access/settings/settings.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { USUAL_THRESHOLDS } from '../../../contract/access/thresholds.ts';
import type { TrailLine } from '../../../contract/platform/audit.ts';
import { addDays, type DayTerms, shopDate, startOfDay } from '../../../contract/platform/shop-day.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import { type Exception, type ExceptionReview, type ExceptionSearch, type Exceptions } from '../contract/exception.ts';
import type { ActivityLine } from './activity.ts';
import { createDayLines, type DayLinesDeps } from './day-lines.ts';
import { readActivity } from './read-activity.ts';
import { exceptionsIn, type FoundException } from './signals.ts';

export interface ExceptionsDeps extends DayLinesDeps, Pick<Ports, 'reads' | 'clock' | 'audit'> {
  readonly days: () => Promise<DayTerms>;
  readonly settings: Pick<Settings, 'read'>;
  readonly otherManagers: Pick<OtherManagers, 'exist'>;
}

/** Exceptions for managers: calculated each time, and not stored. */
export interface ExceptionReport {
  /**
   * Returns the exceptions of the last four weeks, by the shop's thresholds or by those that the
   * caller tries.
   */
  find(shop: Scope, search: ExceptionSearch): Promise<Exceptions>;
  /**
   * Closes an exception, up to the newest line that the caller saw. The trail stores the note.
   * @throws Problem 400 for a day in the future; 403 `second-person` for the caller's own, if the
   * shop has another manager
   */
  lookedAt(caller: Caller, review: ExceptionReview): Promise<void>;
}

const DAYS = 28;

interface Review {
  readonly said: NonNullable<Exception['lookedAt']>;
  /** Lines after this time have not been checked, ISO 8601 UTC. */
  readonly until: string;
}

export function createExceptions(deps: ExceptionsDeps): ExceptionReport {
  const { reads, clock, settings, audit } = deps;
  const lines = createDayLines(deps);

  async function readReviews(shop: Scope, since: number): Promise<ReadonlyMap<string, Review>> {
    const rows = await reads
      .selectFrom('audit')
      .leftJoin('person', 'person.id', 'audit.person_id')
      .select(['subject', 'at', 'details', 'person.name as person'])
      .where('shop', '=', shop)
      .where('at', '>=', since)
      .where('action', '=', 'exception.looked-at')
      .orderBy('seq')
      .execute();
    return new Map(
      rows.map(({ subject, at, details, person }) => {
        const { reason, until } = JSON.parse(details) as { reason?: unknown; until?: unknown };
        const reviewedAt = new Date(at).toISOString();
        const trailDetails = { person: person ?? '', at: reviewedAt, note: reasonSchema.parse(reason) };
        return [subject ?? '', { said: trailDetails, until: typeof until === 'string' ? until : reviewedAt }];
      }),
    );
  }

  return {
    async find(shop, { thresholds: tried }) {
      const { thresholds: set, openHours } = await settings.read(shop);
      const thresholds = { ...USUAL_THRESHOLDS, ...(tried ?? set) };
      const now = clock.now();
      const days = await deps.days();
      const firstDay = addDays(shopDate(now, days), -DAYS);
      const since = startOfDay(firstDay, days);
      const activity = await readActivity({ reads, lines, days }, shop, firstDay, now);
      const reviews = await readReviews(shop, since);
      const found = exceptionsIn(activity, { thresholds, openHours, today: shopDate(now, days) });
      const exceptions = found.map((one) => exceptionView(one, reviews)).toSorted(newestFirst);
      return { exceptions, since: firstDay, thresholds, openHours };
    },
    async lookedAt(caller, { key, note, until }) {
      const now = clock.now();
      const [, day = '', ...people] = key.split(':');
      if (day > shopDate(now, await deps.days()))
        throw refuse('bad-request', { message: 'This day is in the future.', details: { field: 'key' } });
      if (people.includes(caller.person.id) && (await deps.otherManagers.exist(caller))) throw refuse('second-person');
      const seen = until === undefined ? now : Math.min(now, Date.parse(until));
      const details = { reason: note, until: new Date(seen).toISOString() };
      await audit.write({ by: caller, action: 'exception.looked-at', subject: key, details });
    },
  };
}

function exceptionView(
  { signal, day, people, lines }: FoundException,
  reviews: ReadonlyMap<string, Review>,
): Exception {
  const key = [signal, day, ...people.map(({ id }) => id).toSorted()].join(':').slice(0, LIMITS.exceptionKeyCharsMax);
  const rows = lines.toReversed().slice(0, LIMITS.exceptionRowsMax).map(lineOfActivity);
  const review = reviews.get(key);
  const wasSeen = review !== undefined && lines.every(({ at }) => at <= review.until);
  return { key, signal, day, people: [...people], count: lines.length, rows, lookedAt: wasSeen ? review.said : null };
}

/** Returns only the fields of the trail. */
function lineOfActivity({ id, at, action, person, device, subject, details, opens }: ActivityLine): TrailLine {
  return { id, at, action, person, device, subject, details, opens };
}

function newestFirst(a: Exception, b: Exception): number {
  return b.day.localeCompare(a.day) || a.key.localeCompare(b.key);
}
