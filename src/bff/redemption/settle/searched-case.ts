import type { IssuerTransaction } from '../../issuer/port.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Recorded } from '../operation/journal-port.ts';
import { type CaseKind, callOf, type ManagerCall, type StrandedFact, strandedFact } from './cases.ts';
import { isManagerDue } from './schedule.ts';
import { restartWindow, type SettleDeps, settleOnce, type UnsettledOperation, type Watch } from './settle.ts';

type Sent = Recorded & { readonly standing: { readonly attempts: number } };

/** Defines a kind of operation whose outcome appears in the issuer's search. */
export interface Searched<R extends Sent> {
  readonly kind: CaseKind['kind'];
  readonly shop: Scope;
  readonly journal: {
    append(record: R, fact: ManagerCall | StrandedFact): Promise<R>;
    read(shop: Scope, id: string): Promise<R | null>;
    adopt(shop: Scope, alive: ReadonlySet<number>): Promise<readonly string[]>;
  };
  readonly isOpen: (state: R['standing']['state']) => boolean;
  readonly last4: (record: R) => string;
  readonly unsettled: (record: R) => UnsettledOperation | Promise<UnsettledOperation>;
  /** Records a row as its outcome; returns null if another operation has the row. */
  readonly found: (record: R, row: IssuerTransaction) => Promise<R | null>;
  /** Records that nothing happened, or why that is not accepted. */
  readonly nothing: (record: R, reason: string) => Promise<R>;
  /** True if nothing may be concluded now: another operation may explain the issuer's rows. */
  readonly isHeld?: (record: R) => boolean;
  readonly again: (record: R) => Promise<R>;
}

const HELD = callOf({
  do: 'manager',
  code: 'gap-held',
  reason: 'for ten minutes the journal may have lacked others that explain what the issuer shows',
  rows: [],
});

/** Settles operations whose outcome would appear as a row of the issuer's search. */
export function searchedCases<R extends Sent>(deps: SettleDeps, searched: Searched<R>): CaseKind {
  const { kind, shop, journal } = searched;

  async function stranded(record: R): Promise<R> {
    const fact = strandedFact(record.standing.state);
    return fact === null ? record : journal.append(record, fact);
  }

  /** Concludes nothing; calls a manager if that takes longer than ten minutes. */
  async function held(record: R, before: Watch): Promise<{ watch: Watch; state: string }> {
    const watch = { ...before, nothingSinceMs: null };
    const { state } = record.standing;
    const isDue = isManagerDue({
      elapsedMs: deps.clock.monotonic() - before.beganMs,
      withManager: state === 'manager',
    });
    return { watch, state: isDue ? (await journal.append(record, HELD)).standing.state : state };
  }

  return {
    kind,
    adopt: (alive) => journal.adopt(shop, alive),
    async find(id) {
      const read = await journal.read(shop, id);
      const record = read && (await stranded(read));
      if (!record || !searched.isOpen(record.standing.state)) return null;
      return {
        last4: searched.last4(record),
        withManager: record.standing.state === 'manager',
        async ask(before) {
          if (searched.isHeld?.(record)) return held(record, before);
          const { decision, watch } = await settleOnce(deps, await searched.unsettled(record), before);
          const at = ({ standing }: R, next = watch) => ({ watch: next, state: standing.state });
          switch (decision.do) {
            case 'found':
              return at((await searched.found(record, decision.row)) ?? record);
            case 'manager':
              return at(await journal.append(record, callOf(decision)));
            case 'proved-nothing':
              return at(await searched.nothing(record, decision.reason));
            case 'attempt-again': {
              const sent = await searched.again(record);
              return at(sent, { ...restartWindow(watch, deps.clock), attempts: sent.standing.attempts });
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
