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
import { buildHistory, goneOn } from './build-history.ts';
import { explainBalance } from './explain-history.ts';
import { createNotes } from './notes.ts';
import { createOpenings } from './openings.ts';
import { activationEventsOf, maskedNumber, type StockJournals } from './own-lines.ts';
import type { HistoryDeps } from './read-history.ts';
import { type CarriedHistory, carriedIn, tokenOf } from './token.ts';
import { type Sight, type ViewTerms, viewOf } from './view.ts';

export interface StoriesDeps
  extends Pick<Ports, 'shop' | 'db' | 'reads' | 'clock' | 'random' | 'audit'>,
    Pick<HistoryDeps, 'issuer' | 'historyMs'> {
  readonly keys: Keys;
  readonly looks: Lookups;
  readonly mirror: Pick<Mirror, 'rowsOf' | 'completeFor' | 'complete' | 'scan' | 'after'>;
  readonly journals: Journals & StockJournals;
  readonly settings: Pick<Settings, 'recent'>;
  readonly timeZone: string;
  /** Shops with a predefined name, by their numbers. */
  readonly knownShops: ReadonlyMap<string, string>;
  readonly sequenceOf: (ref: string) => string | null;
}

/** Voucher histories: calculated for each request, and not stored. */
export interface Stories {
  /**
   * Tells a story; the first time it is asked for is a line of the trail.
   * @param signal whoever asked has gone: nothing more is read back
   * @throws problems of {@link voucherNamed} and of `Openings.open`
   */
  tell(caller: Caller, request: StoryRequest, signal: AbortSignal): Promise<Story>;
  /** Stores a manager's note on a history. @throws Problem 409 `case-moved` for an expired one */
  note(caller: Caller, token: string, note: string): Promise<void>;
}

export function createStories(deps: StoriesDeps): Stories {
  const openings = createOpenings(deps);
  const notes = createNotes(deps);

  /** The story that a token goes on with; else a new one, which is written down first. */
  async function opened(
    caller: Caller,
    token: string | undefined,
    { looked, sequence }: NamedVoucher,
  ): Promise<CarriedHistory> {
    const ref = looked?.ref ?? '';
    const hash = ref === '' ? null : voucherHash(deps.keys, ref);
    const before = token === undefined ? null : carriedIn(deps, caller, token);
    const isSame = before !== null && before.hash === hash && (hash !== null || before.sequence === sequence);
    if (isSame) return { ...before, sequence };
    const number = sequence === null ? null : maskedNumber(sequence);
    const caseNumber = await openings.open(caller, { hash, last4: ref === '' ? null : lastFour(ref), number });
    return { caseNumber, at: deps.clock.now(), hash, sequence, readFrom: null, lengthMs: null, events: [] };
  }

  return {
    async tell(caller, { token, back = false, ...asked }, signal) {
      const target = await voucherNamed(deps, caller, asked);
      const { looked } = target;
      const sight = sightOf(caller, target);
      const first = await opened(caller, token, target);
      const terms = { ...sight, nameOf: await namesOf(deps, caller.shop), timeZone: deps.timeZone };
      if (looked === null) return { ...(await numberView(deps, first, terms)), ...ending(deps, caller, first, []) };
      const { carried, isAway } = back ? await goneOn(deps, looked, first, signal) : { carried: first, isAway: false };
      const about = { carried, sequence: target.sequence ?? deps.sequenceOf(looked.ref) };
      const { gathered, told, state } = await buildHistory(deps, looked, about);
      const noted = sight.more && carried.hash !== null ? await notes.of(caller.shop, carried.hash) : [];
      const story = viewOf(told, { ...terms, ...gathered, looked: state, isAway, sequence: about.sequence });
      return { ...story, ...ending(deps, caller, carried, noted) };
    },
    async note(caller, token, note) {
      const carried = carriedIn(deps, caller, token);
      if (carried === null) throw refuse('case-moved');
      await notes.write(caller, carried, note);
    },
  };
}

/** What whoever asks may see of lines; stock staff of those about their own cards. */
function sightOf({ person, key }: Caller, { looked }: NamedVoucher): Sight {
  const isManager = person.role === 'manager' && key === undefined;
  return { who: isManager || (looked === null && person.role === 'stock' && key === undefined), more: isManager };
}

function ending(deps: Pick<StoriesDeps, 'keys'>, caller: Caller, carried: CarriedHistory, notes: Story['notes']) {
  return { caseNumber: carried.caseNumber, token: tokenOf(deps, caller, carried), notes };
}

/** Returns the names of shops: this one from its settings, others as managers named them. */
async function namesOf({ settings, knownShops }: StoriesDeps, shop: Scope): Promise<ViewTerms['nameOf']> {
  const { shopName, shopNames } = await settings.recent(shop);
  const named = new Map(shopNames.map(({ mid, name }) => [mid, name]));
  return (mid, isOwn) => named.get(mid) ?? (isOwn ? shopName || null : null) ?? knownShops.get(mid) ?? null;
}

/** Returns what is known about a card by its number alone: its activation by this shop. */
async function numberView(deps: StoriesDeps, { sequence }: CarriedHistory, terms: ViewTerms) {
  const { journals, shop, issuer } = deps;
  const events = await activationEventsOf({ journals, shop, offset: issuer.clockOffset() }, sequence ?? '');
  const nothing = { openSince: null, until: null, unread: null, looked: null, isAway: false };
  const baseline = { completeSince: null };
  return viewOf(explainBalance(events), { ...terms, ...nothing, ground: baseline, sequence });
}
