import { LOOKUPS_RECENT_MS } from '../../bff/redemption/check/limits.ts';
import type { BuiltHistory } from '../../features/voucher-history/bff/build-history.ts';
import type { Violation } from './invariants.ts';
import type { SimulatedIssuer } from './issuer.ts';
import type { IssuerBooks, LedgerRow } from './ledger.ts';
import { BEGINNING_MS, type Plan, SEARCH_LAG_MS } from './plan.ts';

/** A voucher's history as returned, and its time. */
export interface ToldOf {
  readonly ref: string;
  /** The initial balance that it reports, or null. */
  readonly faceValue: number | null;
  /** True if all events have been visible for minutes. */
  readonly isQuiet: boolean;
  readonly story: BuiltHistory;
}

/** The totals for many histories. */
export interface StoryCounts {
  stories: number;
  lines: number;
  /** Lines with a balance. */
  lefts: number;
}

/** Compares histories with the issuer's ledger, independently of the rules for creating them. */
export interface StoryJudge {
  readonly violations: readonly Violation[];
  readonly counts: Readonly<StoryCounts>;
  told(of: ToldOf): void;
}

export interface StoryJudgeOptions {
  readonly plan: Plan;
  readonly ledger: IssuerBooks;
  readonly issuer: Pick<SimulatedIssuer, 'shown'>;
  readonly now: () => number;
  readonly say: (line: string) => void;
}

/** A row is read some seconds after it is shown. */
const READ_LATE_MS = 15_000;

interface TrueMove {
  readonly row: LedgerRow;
  /** The balance afterwards. */
  readonly left: number;
}

export function createStoryJudge({ plan, ledger, issuer, now, say }: StoryJudgeOptions): StoryJudge {
  const violations: Violation[] = [];
  const counts: StoryCounts = { stories: 0, lines: 0, lefts: 0 };

  function broken(invariant: 'S1' | 'S2' | 'S3', what: string): void {
    say(`judge    ${invariant} ${what}`);
    violations.push({ invariant, atMs: now(), what });
  }

  /** The changes of a voucher, in the order of the ledger, each with the balance after it. */
  function movesOf(ref: string): TrueMove[] {
    const rows = ledger.rows.filter((row) => row.ref === ref && row.type !== 'authorization');
    const history = ledger.voucher(ref)?.history ?? [];
    return rows.flatMap((row, index) => {
      const after = history[index + 1];
      return after === undefined ? [] : [{ row, left: after.remaining }];
    });
  }

  /** Ids of the events that the history claims to be complete. */
  function withinReach({ baseline, until }: BuiltHistory['data']): ReadonlySet<string> {
    if (baseline.completeSince === null || until === null) return new Set();
    const shown = new Set(issuer.shown(plan.identity.account, { from: baseline.completeSince, to: Number.POSITIVE_INFINITY }));
    /* A row that is still processed is no event yet. */
    const lateMs = SEARCH_LAG_MS + READ_LATE_MS + (plan.processing?.forMs ?? 0);
    const readAt = Math.min(until - BEGINNING_MS - plan.issuerOffsetMs, now());
    return new Set(
      ledger.rows
        .filter(({ transactionId, at }) => shown.has(transactionId) && at + lateMs < readAt)
        .map(({ transactionId }) => transactionId),
    );
  }

  function judgeEvents({ ref, story }: ToldOf): void {
    const told = story.explanation.events.filter(({ event }) => event.isRow).map(({ event }) => event);
    const times = new Map<string, number>();
    for (const { id } of told) times.set(id, (times.get(id) ?? 0) + 1);
    for (const [id, count] of times) if (count > 1) broken('S1', `${id} is told ${count} times`);
    const reach = withinReach(story.data);
    const moves = movesOf(ref);
    for (const { row } of moves)
      if (reach.has(row.transactionId) && !times.has(row.transactionId)) broken('S1', `${row.type} ${row.transactionId} is not told`);
    for (const { id, what, value } of told) {
      const row = moves.find(({ row: known }) => known.transactionId === id)?.row;
      const isIt = row !== undefined && (row.type === 'capture' ? 'redeemed' : 'refunded') === what;
      if (!isIt) broken('S2', `${what} ${id} is told, and is not in the books`);
      else if (value !== null && value !== row.amount) broken('S2', `${id} is told to be ${value}, and is ${row.amount}`);
    }
  }

  /** If a balance is outdated, or an event is invisible, no server could know better. */
  function judgeBalance({ ref, story, faceValue, isQuiet }: ToldOf): void {
    /* What the issuer took back has no row, so no balance can be followed through it. */
    if (plan.flavour === 'balance-broken' || ledger.captures.some((capture) => capture.ref === ref && capture.takenBackAt !== null)) return;
    const { events, missing } = story.explanation;
    const moves = movesOf(ref);
    const unseen = moves.filter(({ row }) => !events.some(({ event }) => event.id === row.transactionId));
    const hiddenAt = (atMs: number) =>
      moves.reduce((sum, move, index) => {
        const before = moves[index - 1]?.left ?? ledger.voucher(ref)?.history[0]?.remaining ?? 0;
        return unseen.includes(move) && move.row.at <= atMs ? sum + before - move.left : sum;
      }, 0);
    /* A manager of a shop may still refund, and the balance is that of a moment ago. */
    const balanceFromMs = now() - plan.balanceLagMs - LOOKUPS_RECENT_MS;
    const lately = unseen.flatMap(({ row: { at } }) => (at >= balanceFromMs ? [at - 1] : []));
    const hidden = [now(), ...lately].map(hiddenAt);
    if (isQuiet && faceValue !== null && missing !== null && !hidden.includes(missing))
      broken('S3', `${missing} is said to be missing, and ${hidden.join(' or ')} is`);
    if (unseen.length > 0) return;
    if (isQuiet && missing !== null) broken('S3', `${missing} is said to be missing, and nothing is`);
    for (const { event, left } of events) {
      const truly = moves.find(({ row }) => row.transactionId === event.id)?.left;
      if (left !== null && left !== truly) broken('S3', `after ${event.id} ${left} is said to be left, and ${truly} was`);
    }
  }

  return {
    violations,
    counts,
    told(of) {
      const { events, cause } = of.story.explanation;
      const lines = events.map(({ event, left }) => `${event.what} ${event.id} ${event.value} left ${left}`);
      say(`story    of …${of.ref.slice(-4)}: ${cause}; ${lines.join(', ')}`);
      counts.stories += 1;
      counts.lines += events.length;
      counts.lefts += events.filter(({ left }) => left !== null).length;
      judgeEvents(of);
      judgeBalance(of);
    },
  };
}
