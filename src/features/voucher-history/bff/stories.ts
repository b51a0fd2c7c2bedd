import type { Settings } from '../../../bff/access/settings/settings.ts';
import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import { voucherHash } from '../../../bff/issuer/mirror/row.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import type { Lookups } from '../../../bff/redemption/check/lookups.ts';
import { type NamedVoucher, voucherNamed } from '../../../bff/redemption/check/voucher-named.ts';
import type { Journals } from '../../../bff/redemption/journal/journals.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import type { Story, StoryRequest } from '../contract/story.ts';
import { buildHistory, continueHistory } from './build-history.ts';
import { explainBalance } from './explain-history.ts';
import { createNotes } from './notes.ts';
import { createOpenings } from './openings.ts';
import { maskedNumber, ownEventsOf } from './own-events.ts';
import type { HistoryDeps } from './read-history.ts';
import { type HistoryProgress, readHistoryToken, writeHistoryToken } from './token.ts';
import { type ViewTerms, type VisibleDetails, viewOf } from './view.ts';

export interface StoriesDeps
  extends Pick<Ports, 'shop' | 'db' | 'reads' | 'clock' | 'random' | 'audit'>,
    Pick<HistoryDeps, 'issuer' | 'historyMs' | 'voucherEvents'> {
  readonly keys: Keys;
  readonly lookups: Lookups;
  readonly mirror: Pick<Mirror, 'rowsOf' | 'completeFor' | 'complete' | 'scan' | 'after'>;
  readonly journals: Journals;
  readonly settings: Pick<Settings, 'recent'>;
  readonly timeZone: string;
  /** Shops with a predefined name, by their numbers. */
  readonly knownShops: ReadonlyMap<string, string>;
  readonly sequenceOf: (ref: string) => string | null;
}

/** Voucher histories: calculated for each request, and not stored. */
export interface Stories {
  /**
   * Returns a voucher's history; the first request of each is recorded in the trail.
   * @param signal aborted once the caller has disconnected: nothing more is read
   * @throws problems of {@link voucherNamed} and of `Openings.open`
   */
  explain(caller: Caller, request: StoryRequest, signal: AbortSignal): Promise<Story>;
  /** Stores a manager's note on a history. @throws Problem 409 `case-moved` for an expired one */
  note(caller: Caller, token: string, note: string): Promise<void>;
}

export function createStories(deps: StoriesDeps): Stories {
  const openings = createOpenings(deps);
  const notes = createNotes(deps);

  /** Returns the history that a token continues; else opens and records a new one. */
  async function opened(
    caller: Caller,
    token: string | undefined,
    { lookup, sequence }: NamedVoucher,
  ): Promise<HistoryProgress> {
    const ref = lookup?.ref ?? '';
    const hash = ref === '' ? null : voucherHash(deps.keys, ref);
    const before = token === undefined ? null : readHistoryToken(deps, caller, token);
    const isSame = before !== null && before.hash === hash && (hash !== null || before.sequence === sequence);
    if (isSame) return { ...before, sequence };
    const number = sequence === null ? null : maskedNumber(sequence);
    const caseNumber = await openings.open(caller, { hash, last4: ref === '' ? null : lastFour(ref), number });
    return { caseNumber, at: deps.clock.now(), hash, sequence, readFrom: null, lengthMs: null, events: [] };
  }

  return {
    async explain(caller, { token, back = false, ...asked }, signal) {
      const target = await voucherNamed(deps, caller, asked);
      const { lookup } = target;
      const sight = sightOf(caller, target);
      const first = await opened(caller, token, target);
      const terms = { ...sight, nameOf: await namesOf(deps, caller.shop), timeZone: deps.timeZone };
      if (lookup === null) return { ...(await numberView(deps, first, terms)), ...ending(deps, caller, first, []) };
      const { carried, isUnavailable } = back
        ? await continueHistory(deps, lookup, first, signal)
        : { carried: first, isUnavailable: false };
      const about = { carried, sequence: target.sequence ?? deps.sequenceOf(lookup.ref) };
      const { data, explanation, lookup: newest } = await buildHistory(deps, lookup, about);
      const noted = sight.more && carried.hash !== null ? await notes.of(caller.shop, carried.hash) : [];
      const story = viewOf(explanation, { ...terms, ...data, lookup: newest, isUnavailable, sequence: about.sequence });
      return { ...story, ...ending(deps, caller, carried, noted) };
    },
    async note(caller, token, note) {
      const carried = readHistoryToken(deps, caller, token);
      if (carried === null) throw refuse('case-moved');
      await notes.write(caller, carried, note);
    },
  };
}

/** The part of the lines that the caller may see; stock staff see their own cards'. */
function sightOf({ person, key }: Caller, { lookup }: NamedVoucher): VisibleDetails {
  const isManager = person.role === 'manager' && key === undefined;
  return { who: isManager || (lookup === null && person.role === 'stock' && key === undefined), more: isManager };
}

function ending(deps: Pick<StoriesDeps, 'keys'>, caller: Caller, carried: HistoryProgress, notes: Story['notes']) {
  return { caseNumber: carried.caseNumber, token: writeHistoryToken(deps, caller, carried), notes };
}

/** Returns the names of shops: of this shop from its settings, of others as managers named them. */
async function namesOf({ settings, knownShops }: StoriesDeps, shop: Scope): Promise<ViewTerms['nameOf']> {
  const { shopName, shopNames } = await settings.recent(shop);
  const named = new Map(shopNames.map(({ mid, name }) => [mid, name]));
  return (mid, isOwn) => named.get(mid) ?? (isOwn ? shopName || null : null) ?? knownShops.get(mid) ?? null;
}

/** Returns what is known about a card by its number alone: its activation by this shop. */
async function numberView(deps: StoriesDeps, { sequence }: HistoryProgress, terms: ViewTerms) {
  const events = await ownEventsOf({ ...deps, offset: deps.issuer.clockOffset() }, { ref: null, sequence });
  const nothing = { openSince: null, until: null, unread: null, lookup: null, isUnavailable: false };
  const baseline = { completeSince: null };
  return viewOf(explainBalance(events), { ...terms, ...nothing, baseline, sequence });
}
