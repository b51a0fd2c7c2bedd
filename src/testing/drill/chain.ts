import { join } from 'node:path';
import { startVoucherService, type VoucherService } from '../crash/service.ts';
import { joinShop } from '../crash/till.ts';
import { withJournal } from '../rigs/chain.ts';
import { asShopSees, judgeLeft, judgeOverview, unknownCaptures } from './chain-judge.ts';
import { type ChainStore, openChainServers } from './chain-servers.ts';
import { CHAIN_ACCOUNTS, CHAIN_SHOPS, type ChainShops, type Counter, openChainShops, slugOf } from './chain-shops.ts';
import { judge } from './judge.ts';
import type { TillNumber } from './shop.ts';
import { aWhile, type Rig } from './stages.ts';
import { openTills, type Tills } from './tills.ts';
import { casesSeen, type DrillOutcome, isServing, WRITTEN_MAX } from './trial.ts';
import { pause } from './wishes.ts';

/** One of each, because seven shops work at a time. */
const CROWD = { queues: 1, programs: 1 };
/** Before and after each misfortune. */
const TRADES_MS = 3_000;
const OLD_PAGES_MS = 5_000;
const OPENS_WITHIN_MS = 90_000;
const FINISHES_WITHIN_MS = 60_000;
/** Vouchers that two shops of an account redeem at the same time. */
const SHARED = 6;
const LOST_ANSWERS = { name: 'dropAfterCommit', share: 0.15, seed: 1 } as const;
const LOST_REQUESTS = { name: 'dropBeforeCommit', share: 0.15, seed: 2 } as const;

interface OpenShop {
  readonly tills: Tills;
  counter: Counter;
}

/**
 * Runs seven shops of two accounts on one database, with lost answers and kills. After a backup a
 * shop is added; then the backup is restored, and the shop is added again, while pages of before
 * still ask. Compares everything with the issuer's ledger, shop by shop.
 */
export async function tryChain(store: ChainStore, rig: Rig): Promise<DrillOutcome> {
  const service = await startVoucherService(Date.now, { shops: CHAIN_SHOPS, accounts: CHAIN_ACCOUNTS });
  const past = new Set((await service.ledger()).transactions.map(({ transactionId }) => transactionId));
  const servers = await openChainServers(store, rig, service);
  try {
    const chain = openChainShops(servers, rig, service);
    const open: OpenShop[] = [];
    async function openShop(counter: Counter): Promise<OpenShop> {
      const place = { counter };
      const till = (number: TillNumber) => chain.till(place.counter, number);
      const tills = openTills({ service: asShopSees(service, counter.mid), slug: slugOf(counter.number), till, now: Date.now }, CROWD);
      const shop = Object.assign(place, { tills });
      await tills.isOpen;
      open.push(shop);
      return shop;
    }
    /** Two shops of each account redeem one voucher in the same moment. */
    async function redeemTogether(): Promise<void> {
      for (let count = 0; count < SHARED; count += 1) {
        const ref = await service.newVoucher();
        for (const shop of [open[count % CHAIN_ACCOUNTS], open[CHAIN_ACCOUNTS + (count % CHAIN_ACCOUNTS)]]) void shop?.tills.redeem(ref);
      }
      await pause(TRADES_MS);
    }

    const added = CHAIN_SHOPS - 1;
    await openShop(await chain.setUp());
    await chain.apply(added);
    for (let number = 1; number < added; number += 1) await openShop(await chain.enrol(number));
    await pause(TRADES_MS);
    await service.setFault(LOST_ANSWERS);
    await redeemTogether();
    await servers.killOne();
    await redeemTogether();
    const backup = join(rig.folder, `${store}-${service.port}`);
    await rig.tool(servers.env, 'backup', backup);

    await chain.apply(CHAIN_SHOPS);
    const left = await openShop(await chain.enrol(added));
    await service.setFault(LOST_REQUESTS);
    await servers.killDatabase();
    await redeemTogether();
    await servers.killOne();
    await service.setFault(LOST_ANSWERS);
    await redeemTogether();
    await aWhile();

    await servers.killAll();
    await rig.tool(servers.env, 'restore', backup, '--replace');
    const known = new Set(
      await withJournal(servers.env, async ({ db }) => (await db.selectFrom('operation').select('id').execute()).map(({ id }) => id)),
    );
    const lost = open.flatMap(({ tills }) => tills.wishes).filter(({ id, view }) => view?.state === 'captured' && !known.has(id)).length;
    await servers.startAll();
    open.splice(open.indexOf(left), 1);
    for (const shop of open) shop.counter = await chain.signInAgain(shop.counter);
    await chain.apply(CHAIN_SHOPS);
    /* The devices return with new cookies, and pages that were loaded before. */
    const returned = await chain.enrol(added);
    left.counter = { ...returned, id: left.counter.id };
    await pause(OLD_PAGES_MS);
    await left.tills.leave();
    await openShop(returned);
    await servers.killOne();
    await servers.killDatabase();
    const deadline = Date.now() + OPENS_WITHIN_MS;
    const isOpen = async ({ counter, tills }: OpenShop) => !tills.isClosed() && (await isServing(chain.till(counter, 0)));
    while (!(await Promise.all(open.map(isOpen))).every(Boolean) && Date.now() < deadline) await pause(200);
    await redeemTogether();
    await service.setFault(null);

    const casesOf = ({ counter }: OpenShop) => casesSeen(chain.till(counter, 0));
    await Promise.all(
      open.map((shop) => shop.tills.finish(FINISHES_WITHIN_MS, async () => new Set((await casesOf(shop)).map((one) => one.id)))),
    );
    const { sums, faults } = await judgeShops(open, left, { service, past, chain });
    const [first = left] = open;
    const shops = open.map((shop) => ({ counter: shop.counter, cases: () => casesOf(shop) }));
    const office = await joinShop(chain.till(first.counter, 0), 'Head office');
    await withJournal(servers.env, ({ db }) => db.updateTable('session').set({ office: 1 }).where('ended_at', 'is', null).execute());
    faults.push(...(await judgeOverview(chain.till({ ...first.counter, cookies: [office] }, 0), service, shops)));
    const closed = open.flatMap(({ tills }) => tills.closedMs() ?? []);
    const written = faults.length === 0 ? [] : [`the servers wrote:\n${servers.output().slice(-WRITTEN_MAX)}`];
    return { ...sums, lost, closedMs: closed.length === 0 ? null : Math.max(...closed), faults: [...faults, ...written] };
  } catch (error) {
    throw new Error(`the drill could not go on; the servers wrote:\n${servers.output().slice(-WRITTEN_MAX)}`, { cause: error });
  } finally {
    await servers.close();
    await service.close();
  }
}

interface Judging {
  readonly service: VoucherService;
  /** Transactions of before the drill. */
  readonly past: ReadonlySet<string>;
  readonly chain: ChainShops;
}

/** @param left the devices that the restored shops do not know */
async function judgeShops(open: readonly OpenShop[], left: OpenShop, { service, past, chain }: Judging) {
  const judgedShops = await Promise.all(
    open.map(async (shop) => {
      const till = chain.till(shop.counter, 0);
      const { number } = shop.counter;
      const ofShop = asShopSees(service, shop.counter.mid);
      const cases = () => casesSeen(till);
      const listed = await cases();
      const judged = await judge(ofShop, { till, tills: shop.tills, cases: listed, week: null });
      const ofLeft = number === left.counter.number ? await judgeLeft(ofShop, left.tills, listed) : { doubles: 0, faults: [] };
      const unknown = await unknownCaptures(ofShop, { till, tills: shop.tills, cases, past });
      const faults = [...judged.faults, ...ofLeft.faults, ...unknown].map((fault) => `shop ${number}: ${fault}`);
      return { ...judged, doubles: judged.doubles + ofLeft.doubles, cases: listed.length, faults, tills: shop.tills };
    }),
  );
  type JudgedShop = (typeof judgedShops)[number];
  const sum = (of: (shop: JudgedShop) => number) => judgedShops.reduce((all, shop) => all + of(shop), 0);
  const sums = {
    wishes: left.tills.wishes.length + sum(({ tills }) => tills.wishes.length),
    sales: sum(({ tills }) => tills.sales.length),
    orders: sum(({ tills }) => tills.orders.length),
    refunds: sum(({ tills }) => tills.refunds.length),
    cases: sum(({ cases }) => cases),
    doubles: sum(({ doubles }) => doubles),
    falseWords: sum(({ falseWords }) => falseWords),
    issuedTwice: sum(({ issuedTwice }) => issuedTwice),
  };
  const faults = judgedShops.flatMap((shop) => shop.faults);
  return { sums, faults };
}
