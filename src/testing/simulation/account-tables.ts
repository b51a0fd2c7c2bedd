import type { MirrorStore } from '../../bff/issuer/mirror/mirror-store.ts';
import type { Account } from '../../bff/platform/base/scope.ts';
import { createMemoryMirror, type MemoryMirror } from '../databases/memory-mirror.ts';
import type { SimulatedIssuer } from './issuer.ts';
import type { MemoryStore } from './memory-store.ts';

export interface AccountTablesOptions {
  readonly store: Pick<MemoryStore, 'claimer'>;
  readonly issuer: Pick<SimulatedIssuer, 'shown'>;
  /** A period was marked as read completely, without storing these of its rows. */
  readonly onNoted: (account: Account, missing: readonly string[]) => void;
}

/** The issuer's rows of each account, which the servers of a world share. */
export function createAccountTables({ store, issuer, onNoted }: AccountTablesOptions) {
  const tables = new Map<Account, MemoryMirror>();

  function of(account: Account): MemoryMirror {
    const table = tables.get(account) ?? createMemoryMirror((id) => store.claimer(id) !== undefined);
    tables.set(account, table);
    return table;
  }

  /** A store whose table is replaced when the journal is lost. */
  function storeOf(account: Account): MirrorStore {
    const table = () => of(account);
    return {
      save: (...rows) => table().save(...rows),
      ofVoucher: (...voucher) => table().ofVoucher(...voucher),
      mids: (period) => table().mids(period),
      unclaimed: (query) => table().unclaimed(query),
      processing: (...query) => table().processing(...query),
      spans: () => table().spans(),
      newest: (...rows) => table().newest(...rows),
      missingIn: (...missing) => table().missingIn(...missing),
      markGone: (...gone) => table().markGone(...gone),
      forget: (...old) => table().forget(...old),
      async noteSpan(span) {
        const shown = issuer.shown(account, span.period);
        onNoted(
          account,
          shown.filter((id) => !table().rows.has(id)),
        );
        await table().noteSpan(span);
      },
    };
  }

  return { of, storeOf, clear: () => tables.clear() };
}
