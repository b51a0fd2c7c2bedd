import type { IssuerTransaction } from '../../issuer/port.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Recorded } from '../operation/journal-port.ts';
import { type CaseKind, callOf, type ManagerCall, type StrandedFact, strandedFact } from './cases.ts';
import { isManagerDue } from './schedule.ts';
import { restartWindow, type SettleDeps, settleOnce, type UnsettledOperation, type Watch } from './settle.ts';

type SentOperation = Recorded & { readonly status: { readonly attempts: number } };

/** Defines a kind of operation whose outcome appears in the issuer's search. */
export interface SearchedKind<R extends SentOperation> {
  readonly kind: CaseKind['kind'];
  readonly shop: Scope;
  readonly journal: {
    append(record: R, fact: ManagerCall | StrandedFact): Promise<R>;
    read(shop: Scope, id: string): Promise<R | null>;
    adopt(shop: Scope, alive: ReadonlySet<number>): Promise<readonly string[]>;
  };
  readonly isOpen: (state: R['status']['state']) => boolean;
  readonly last4: (record: R) => string;
  readonly unsettled: (record: R) => UnsettledOperation | Promise<UnsettledOperation>;
  /** Records a row as the operation's outcome; returns null if another operation has the row. */
  readonly found: (record: R, row: IssuerTransaction) => Promise<R | null>;
  /** Records that nothing happened, or calls a manager if that is not accepted. */
  readonly nothing: (record: R, reason: string) => Promise<R>;
  /** True if nothing may be concluded now: another operation may explain the issuer's rows. */
  readonly isUndecidable?: (record: R) => boolean;
  readonly attemptAgain: (record: R) => Promise<R>;
}

const UNDECIDABLE = callOf({
  do: 'manager',
  code: 'gap-held',
  reason: 'for ten minutes, the journal may have been missing redemptions that explain what the issuer shows',
  rows: [],
});

/** Settles operations whose outcome would appear as a row of the issuer's search. */
export function searchedCases<R extends SentOperation>(deps: SettleDeps, searched: SearchedKind<R>): CaseKind {
  const { kind, shop, journal } = searched;

  async function stranded(record: R): Promise<R> {
    const fact = strandedFact(record.status.state);
    return fact === null ? record : journal.append(record, fact);
  }

  /** Called while nothing may be concluded; calls a manager after ten minutes. */
  async function held(record: R, before: Watch): Promise<{ watch: Watch; state: string }> {
    const watch = { ...before, nothingSinceMs: null };
    const { state } = record.status;
    const isDue = isManagerDue({
      elapsedMs: deps.clock.monotonic() - before.beganMs,
      withManager: state === 'manager',
    });
    return { watch, state: isDue ? (await journal.append(record, UNDECIDABLE)).status.state : state };
  }

  return {
    kind,
    adopt: (alive) => journal.adopt(shop, alive),
    async find(id) {
      const read = await journal.read(shop, id);
      const record = read && (await stranded(read));
      if (!record || !searched.isOpen(record.status.state)) return null;
      return {
        last4: searched.last4(record),
        withManager: record.status.state === 'manager',
        async ask(before) {
          if (searched.isUndecidable?.(record)) return held(record, before);
          const { decision, watch } = await settleOnce(deps, await searched.unsettled(record), before);
          const at = ({ status }: R, next = watch) => ({ watch: next, state: status.state });
          switch (decision.do) {
            case 'found':
              return at((await searched.found(record, decision.row)) ?? record);
            case 'manager':
              return at(await journal.append(record, callOf(decision)));
            case 'proved-nothing':
              return at(await searched.nothing(record, decision.reason));
            case 'attempt-again': {
              const sent = await searched.attemptAgain(record);
              return at(sent, { ...restartWindow(watch, deps.clock), attempts: sent.status.attempts });
            }
            case 'wait':
              return at(record);
            default:
              return decision satisfies never;
          }
        },
      };
    },
  };
}
