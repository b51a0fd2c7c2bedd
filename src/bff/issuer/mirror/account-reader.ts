import type { Kysely } from 'kysely';
import type { Account } from '../../platform/base/scope.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Issuer } from '../port.ts';
import { compareCredentials } from './compare-credentials.ts';
import { COMPARE_EVERY_MS } from './limits.ts';
import type { ListOwner } from './list.ts';
import { VISIBLE_WITHIN_MS } from './mirror-rules.ts';
import type { MirrorStore } from './mirror-store.ts';
import { createMirrorTable } from './mirror-table.ts';
import { type MirrorOptions, openMirror } from './open-mirror.ts';

type Search = Pick<Issuer, 'searchPage' | 'clockOffset' | 'pauseMs'>;

type ReaderOptions = Omit<MirrorOptions, 'issuer' | 'store' | 'ownMids' | 'isOfAccount'>;

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
  /** Compares the credentials of a shop with the account again. @param issuer as it joined */
  credentialsChanged(issuer: Search): void;
}

const REJECTED = /^HTTP 40[13]\b/;

export function createAccountReader({ db, account, ...options }: AccountReaderOptions): AccountReader {
  return createReaderOn((shops) => createMirrorTable(db, account, shops), options);
}

/** @param storeFor the table of the rows, for the shops that have joined by the time of a call */
export function createReaderOn(
  storeFor: (shops: readonly ListOwner[]) => MirrorStore,
  options: ReaderOptions,
): AccountReader {
  const { clock, log } = options;
  const shops: ListOwner[] = [];
  const searches: Search[] = [];
  const store = storeFor(shops);
  /** Searches that have shown a stored row: their credentials are of this account. */
  const proved = new Set<Search>();
  /** When each search last listed rows, monotonic. */
  const readMs = new Map<Search, number>();
  let current = 0;
  const comparedMs = new Map<Search, number>();

  function searching(): Search {
    const search = searches[current];
    if (search === undefined) throw new Error('No shop of this account has been added');
    return search;
  }

  async function compare(search: Search): Promise<'same' | 'other' | 'unclear'> {
    if (proved.has(search)) return 'same';
    const known = (await Promise.all(shops.map(({ mid }) => mid()))).filter((mid) => mid !== null);
    const mids = known.length > 0 ? known : null;
    const result = await compareCredentials(search, await store.newest(mids, clock.now() - VISIBLE_WITHIN_MS));
    if (result === 'same') proved.add(search);
    if (result === 'other')
      log.warn(
        {},
        `the search of shop ${shops[searches.indexOf(search)]?.shop} lists none of its account's stored transactions`,
      );
    return result;
  }

  /**
   * Lets another shop read for the account: the first, or one that shows the account's rows.
   * Credentials of another merchant, whose account the chain's file forgot, would show none.
   */
  async function useNext(reason: string): Promise<void> {
    const isFirstRejected = current === 0 && REJECTED.test(reason);
    for (let step = 1; step < searches.length; step += 1) {
      const next = (current + step) % searches.length;
      const search = searches[next];
      if (search === undefined) return;
      if (next === 0 || proved.has(search)) return void (current = next);
      if (clock.monotonic() - (comparedMs.get(search) ?? Number.NEGATIVE_INFINITY) < COMPARE_EVERY_MS) continue;
      comparedMs.set(search, clock.monotonic());
      const result = await compare(search);
      /* If nothing is stored, there is nothing to compare, and nothing to lose. */
      const mayBegin = isFirstRejected && (await store.newest(null, clock.now())).length === 0;
      if (result === 'same' || (result === 'unclear' && mayBegin)) return void (current = next);
      /* The issuer does not answer now. */
      if (result === 'unclear') return;
    }
  }

  const reader = openMirror({
    ...options,
    store,
    issuer: {
      async searchPage(...page) {
        const search = searching();
        const reply = await search.searchPage(...page);
        if (reply.outcome === 'found') readMs.set(search, clock.monotonic());
        if (reply.outcome === 'unclear') await useNext(reply.reason);
        return reply;
      },
      clockOffset: () => searching().clockOffset(),
      pauseMs: () => searching().pauseMs(),
    },
    async ownMids() {
      const mids = await Promise.all(shops.map(({ mid }) => mid()));
      return mids.every((mid) => mid !== null) ? mids : null;
    },
    async isOfAccount(sinceMs) {
      for (const [search, atMs] of readMs) if (atMs >= sinceMs && (await compare(search)) !== 'same') return false;
      return true;
    },
  });
  return {
    ...reader,
    join(shop, issuer) {
      shops.push(shop);
      searches.push(issuer);
      reader.mirror.forgetCached();
    },
    credentialsChanged(issuer) {
      proved.delete(issuer);
      if (searches[current] === issuer) current = 0;
    },
  };
}
