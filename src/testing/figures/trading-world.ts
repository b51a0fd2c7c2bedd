import { assemble } from '../../bff/app/assemble.ts';
import { stopParts } from '../../bff/app/start-parts.ts';
import type { AccountReader } from '../../bff/issuer/mirror/account-reader.ts';
import { createAudit } from '../../bff/platform/audit/audit.ts';
import { systemRandom } from '../../bff/platform/base/ports.ts';
import type { Account } from '../../bff/platform/base/scope.ts';
import { readConfig } from '../../bff/platform/config/config.ts';
import type { Caller } from '../../bff/platform/http/caller.ts';
import type { Role } from '../../contract/access/people.ts';
import { MIDNIGHT, shopDate } from '../../contract/platform/shop-day.ts';
import { NO_BOOKS } from '../../features/closings/contract/books.ts';
import { createManualClock } from '../clock.ts';
import { followQueries } from '../databases/running-queries.ts';
import type { StoreKind } from '../databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../issuer/model-issuer.ts';
import { shopNamed } from '../rigs/shops.ts';
import { QUIET, RUNNING_ALONE, TEST_KEYS } from '../rigs/till.ts';
import type { ShopLedger } from './ledger.ts';

const SHOPS = [
  { name: 'orchard', account: 'main', mid: '000000000000042', currency: 'SGD', dayBegins: MIDNIGHT },
  { name: 'katong', account: 'main', mid: '000000000000043', currency: 'JPY', dayBegins: '04:00' },
  { name: 'other', account: 'other', mid: '000000000000077', currency: 'KWD', dayBegins: MIDNIGHT },
] as const;
const ACCOUNT = { account: '1000', tax: '' };
const BOOKED = { 'own-multi': ACCOUNT, 'own-single': ACCOUNT, 'other-issuer': ACCOUNT, free: ACCOUNT };

export type TradingWorld = Awaited<ReturnType<typeof createTradingWorld>>;
export type TradingShop = TradingWorld['shops'][number];

/** Two shops of one account and one of another, each with its own currency, on one database. */
export async function createTradingWorld(kind: StoreKind) {
  const { db, servers, close } = await kind.open();
  const queries = followQueries();
  const clock = createManualClock(undefined, queries.quiet);
  const models = new Map<string, ModelIssuer>();
  /* As on a server, the shops of an account share its reader. */
  const readers = new Map<string, AccountReader>();
  const audit = createAudit({ db, keys: TEST_KEYS, clock });

  async function openShop({ name, account, mid, currency, dayBegins }: (typeof SHOPS)[number]) {
    const scope = { shop: shopNamed(name), account: account as Account };
    await db
      .insertInto('account')
      .values({ id: scope.account, created_at: 0 })
      .onConflict((is) => is.doNothing())
      .execute();
    await db.insertInto('shop').values({ id: scope.shop, account: scope.account, name, mid, created_at: 1 }).execute();
    const person = async (id: string, role: Role): Promise<Caller> => {
      const device = { id: `${name}-${id}`, name: `${id}’s till` };
      const times = { enrolled_at: 0, last_seen_at: null, revoked_at: null };
      await db
        .insertInto('device')
        .values({ ...device, shop: scope.shop, secret_hash: device.id, ...times })
        .execute();
      const named = { id: `${name} ${id}`, name: `${id} of ${name}` };
      await db
        .insertInto('person')
        .values({ ...named, pin_hash: '', created_at: 0, disabled_at: null })
        .execute();
      await db.insertInto('place').values({ shop: scope.shop, person_id: named.id, role }).execute();
      return { shop: scope.shop, device, person: { ...named, role } };
    };
    const [mei, ana, ben] = [await person('mei', 'manager'), await person('ana', 'cashier'), await person('ben', 'cashier')];
    const model = models.get(account) ?? createModelIssuer({ clock });
    models.set(account, model);
    const ref = `${mid.slice(-2)}BIG456789`;
    model.add(ref, { amount: 900_000_000, currency });
    /* The requests of a shop have its merchant id. */
    const inShop = <Work>(work: () => Work): Work => {
      model.mid = mid;
      return work();
    };
    const issuer: ModelIssuer = {
      ...model,
      redeem: (...request) => inShop(() => model.redeem(...request)),
      refund: (...request) => inShop(() => model.refund(...request)),
      issue: async (order) => inCurrency(await model.issue(order), currency),
      product: async (code) => inCurrency(await model.product(code), currency),
    };
    const reader = readers.get(account);
    const parts = assemble({
      config: readConfig({ CURRENCY: currency, REDEEM_UNSEEN: 'true', SEARCH_PER_SECOND: '10000' }),
      ...scope,
      db,
      reads: db,
      keys: TEST_KEYS,
      clock,
      random: systemRandom,
      issuer,
      log: QUIET,
      audit,
      servers,
      setupCode: '',
      practiceVouchers: null,
      running: RUNNING_ALONE,
      ...(reader && { reader }),
    });
    readers.set(account, parts.reader);
    await parts.bookKeeping.books.write(mei, { ...NO_BOOKS, classes: BOOKED, clearing: { account: '2000', tax: '' } });
    await parts.settings.write(mei, { dayBegins });
    const days = { timeZone: 'Asia/Singapore', dayBegins };
    const ledger: ShopLedger = { entries: [], unmatched: [] };
    return { ...scope, name, mid, currency, days, parts, model, ref, mei, ana, ben, ledger };
  }

  type OpenedShop = Awaited<ReturnType<typeof openShop>>;
  const shops: OpenedShop[] = [];
  for (const shop of SHOPS) shops.push(await openShop(shop));

  return {
    db,
    clock,
    shops,
    today: ({ days }: Pick<OpenedShop, 'days'>) => shopDate(clock.now(), days),
    /** Lets time pass until there is an answer. */
    async passing<T>(work: Promise<T>): Promise<T> {
      const over = { is: false };
      const done = work.finally(() => {
        over.is = true;
      });
      while (!over.is) await clock.advance(500);
      return done;
    },
    async end() {
      for (const { parts } of shops) await stopParts(parts);
      await close();
      queries.stop();
    },
  };
}

/** The model sells in SGD. */
const inCurrency = <Answer>(answer: Answer, currency: string): Answer =>
  JSON.parse(JSON.stringify(answer).replaceAll('SGD', currency)) as Answer;
