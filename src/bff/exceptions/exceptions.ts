import type { TrailLine } from '../../contract/audit.ts';
import {
  type Exception,
  type ExceptionSearch,
  type Exceptions,
  type LookedAt,
  USUAL_THRESHOLDS,
} from '../../contract/exception.ts';
import { LIMITS } from '../../contract/limits.ts';
import { reasonSchema } from '../../contract/refund.ts';
import { addDays, shopDate, startOfDay } from '../../contract/shop-day.ts';
import type { Ports } from '../audit/ports.ts';
import type { Scope } from '../base/scope.ts';
import type { Caller } from '../http/caller.ts';
import type { Settings } from '../settings/settings.ts';
import type { ShopDeed } from './deeds.ts';
import { type DeedsDeps, gatherDeeds } from './gather.ts';
import { exceptionsIn, type SightedException } from './signals.ts';

export interface ExceptionsDeps extends DeedsDeps, Pick<Ports, 'clock' | 'audit'> {
  readonly settings: Pick<Settings, 'read'>;
}

/** What managers may want to look at: found anew each time, and nothing of it is kept. */
export interface ExceptionBook {
  /** The last four weeks; with other thresholds than the shop's, where somebody tries them. */
  find(shop: Scope, search: ExceptionSearch): Promise<Exceptions>;
  /** Somebody has looked at one. The trail keeps that, with the note. */
  lookedAt(caller: Caller, looked: LookedAt): Promise<void>;
}

const DAYS = 28;

export function createExceptions(deps: ExceptionsDeps): ExceptionBook {
  const { reads, clock, settings, audit } = deps;

  /** What was said of each, the last word. */
  async function looks(shop: Scope, since: number): Promise<ReadonlyMap<string, Exception['lookedAt']>> {
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
        const note = reasonSchema.parse((JSON.parse(details) as { reason?: unknown }).reason);
        return [subject ?? '', { person: person ?? '', at: new Date(at).toISOString(), note }];
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
      const deeds = await gatherDeeds(deps, shop, since, now);
      const looked = await looks(shop, since);
      const found = exceptionsIn(deeds, { thresholds, openHours });
      const exceptions = found.map((one) => shownOf(one, looked)).toSorted(newestFirst);
      return { exceptions, since: firstDay, thresholds, openHours };
    },
    async lookedAt(caller, { key, note }) {
      await audit.write({ by: caller, action: 'exception.looked-at', subject: key, details: { reason: note } });
    },
  };
}

function shownOf(
  { signal, day, people, lines }: SightedException,
  looked: ReadonlyMap<string, Exception['lookedAt']>,
): Exception {
  const key = [signal, day, ...people.map(({ id }) => id).toSorted()].join(':').slice(0, LIMITS.exceptionKeyCharsMax);
  const rows = lines.toReversed().slice(0, LIMITS.exceptionRowsMax).map(lineOfDeed);
  return { key, signal, day, people: [...people], count: lines.length, rows, lookedAt: looked.get(key) ?? null };
}

/** What the trail says of it, and no more. */
function lineOfDeed({ id, at, action, person, device, subject, details, opens }: ShopDeed): TrailLine {
  return { id, at, action, person, device, subject, details, opens };
}

function newestFirst(a: Exception, b: Exception): number {
  return b.day.localeCompare(a.day) || a.key.localeCompare(b.key);
}
