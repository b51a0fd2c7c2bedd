import type { Kysely } from 'kysely';
import type { Account } from '../../platform/base/scope.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Issuer } from '../port.ts';
import type { ListOwner } from './list.ts';
import type { MirrorStore } from './mirror-store.ts';
import { createMirrorTable } from './mirror-table.ts';
import { type MirrorOptions, openMirror } from './open-mirror.ts';

type Search = Pick<Issuer, 'searchPage' | 'clockOffset' | 'pauseMs'>;

type ReaderOptions = Omit<MirrorOptions, 'issuer' | 'store' | 'ownMids'>;

export interface AccountReaderOptions extends ReaderOptions {
  readonly db: Kysely<Schema>;
  readonly account: Account;
}

/**
 * Reads the issuer's rows of one account for all its shops on this server. A search by any of them
 * lists the rows of all.
 */
export interface AccountReader extends ReturnType<typeof openMirror> {
  /** Adds a shop: from now on, its rows are on its list. @param issuer searches as this shop */
  join(shop: ListOwner, issuer: Search): void;
}

export function createAccountReader({ db, account, ...options }: AccountReaderOptions): AccountReader {
  return createReaderOn((shops) => createMirrorTable(db, account, shops), options);
}

/** @param storeFor the table of the rows, for the shops that have joined by the time of a call */
export function createReaderOn(
  storeFor: (shops: readonly ListOwner[]) => MirrorStore,
  options: ReaderOptions,
): AccountReader {
  const shops: ListOwner[] = [];
  const searches: Search[] = [];
  let current = 0;

  function searching(): Search {
    const search = searches[current];
    if (search === undefined) throw new Error('No shop of this account has joined');
    return search;
  }

  const reader = openMirror({
    ...options,
    store: storeFor(shops),
    issuer: {
      /* A shop whose credentials the issuer rejects does not keep the others from reading. */
      async searchPage(...page) {
        const reply = await searching().searchPage(...page);
        if (reply.outcome === 'unclear') current = (current + 1) % searches.length;
        return reply;
      },
      clockOffset: () => searching().clockOffset(),
      pauseMs: () => searching().pauseMs(),
    },
    async ownMids() {
      const mids = await Promise.all(shops.map(({ mid }) => mid()));
      return mids.every((mid) => mid !== null) ? mids : null;
    },
  });
  return {
    ...reader,
    join(shop, issuer) {
      shops.push(shop);
      searches.push(issuer);
      reader.mirror.forgetCached();
    },
  };
}
