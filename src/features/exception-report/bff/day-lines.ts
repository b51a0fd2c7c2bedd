import type { VisibleByKind } from '../../../bff/platform/audit/journal-lines.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { createTrail, type Trail } from '../../../bff/platform/audit/trail.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { TrailLine } from '../../../contract/platform/audit.ts';
import { addDays, type DayTerms, shopDate, startOfDay } from '../../../contract/platform/shop-day.ts';
import { type ActivityLine, activityLineOf } from './activity.ts';
import { WRITTEN_AFTER_MS } from './limits.ts';

export interface DayLinesDeps extends Pick<Ports, 'reads'> {
  readonly trailLines: VisibleByKind;
}

export interface DayLines {
  /** All lines since the beginning of a day of the shop, oldest first. */
  since(shop: Scope, firstDay: string, now: number, days: DayTerms): Promise<ActivityLine[]>;
}

/** Small enough that no till has to wait. */
const LINES_PER_QUERY = 1_000;
/** The outcome has a line of its own. */
const REQUEST_ACTIONS = new Set(['tender.asked', 'refund.asked']);

/**
 * Creates the reader of lines. It caches the lines of past days, which get no new lines, so that
 * opening the page only reads the last day.
 */
export function createDayLines({ reads, trailLines }: DayLinesDeps): DayLines {
  const trail = createTrail({ db: reads, visible: withoutRequests(trailLines) });
  const stored = new Map<string, readonly ActivityLine[]>();
  return {
    async since(shop, firstDay, now, days) {
      const prefix = `${shop} ${days.dayBegins} `;
      const nameOf = (day: string) => `${prefix}${day}`;
      const all: ActivityLine[] = [];
      for (let day = firstDay; day <= shopDate(now, days); day = addDays(day, 1)) {
        const endsAt = startOfDay(addDays(day, 1), days);
        const cached = stored.get(nameOf(day));
        const lines =
          cached ??
          (await linesBetween(trail, shop, startOfDay(day, days), endsAt)).map((line) => activityLineOf(line, days));
        if (cached === undefined && endsAt + WRITTEN_AFTER_MS < now && lines.every(isSettled))
          stored.set(nameOf(day), lines);
        all.push(...lines);
      }
      for (const name of stored.keys())
        if (name.startsWith(`${shop} `) && (name < nameOf(firstDay) || !name.startsWith(prefix))) stored.delete(name);
      return all;
    },
  };
}

async function linesBetween(trail: Pick<Trail, 'pages'>, shop: Scope, from: number, to: number): Promise<TrailLine[]> {
  const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const lines: TrailLine[] = [];
  for await (const page of trail.pages(shop, period, LINES_PER_QUERY)) lines.push(...page);
  return lines.toReversed();
}

/** False for a line that opens a case: its link changes once the case is closed. */
const isSettled = ({ opens }: TrailLine) => opens?.what !== 'case';

function withoutRequests({ tender, refund, ...otherKinds }: VisibleByKind): VisibleByKind {
  const outcomesOf = (lines: typeof tender) =>
    Object.fromEntries(
      Object.entries(lines ?? {}).filter(([, action]) => !(typeof action === 'string' && REQUEST_ACTIONS.has(action))),
    );
  return { ...otherKinds, tender: outcomesOf(tender), refund: outcomesOf(refund) };
}
