import { StoreUnavailable } from '../../bff/platform/store/store-unavailable.ts';
import { SHOPS } from '../../sandbox/credentials.ts';
import { judgeComplete, judgeKept, type KeptMirror, type Mirrored } from './judge-mirror.ts';
import { readTables, readTablesAtRest } from './mirror-tables.ts';
import { askUntil, type Operation } from './operation.ts';
import type { VoucherService } from './service.ts';
import type { CrashShop } from './stores.ts';
import type { CrashTill } from './till.ts';

const DAY_MS = 24 * 60 * 60_000;
/** What a first start reads, less what passes meanwhile. */
const READ_BACK_MS = 31 * DAY_MS - 60_000;
/** What is younger is read every few seconds, and noted as read only later. */
const SETTLED_MS = 6 * 60_000;
/** Rows of other shops stay for two days; a clock goes on between that and now. */
const OTHERS_MS = 2 * DAY_MS - 60_000;
/** A server that was just asked for the newest rows reads the last minutes in full after so long, and once more. */
const WATCHED_MS = 12_000;
const WATCHED_EVERY_MS = 3_000;
const COMPLETE_EVERY_MS = 500;
const COMPLETE_WITHIN_MS = 60_000;

/**
 * What the server reads by itself, and at a check: nothing is asked for that has an outcome, so what is followed is what it keeps. Before the check
 * somebody redeems past the server, so that there is news.
 */
export const mirror: Operation = {
  name: 'mirror',
  async prepare(service, _till, shop) {
    const ref = await service.newVoucher();
    await service.redeemPast(ref);
    let ended = 'incomplete';
    const check = (till: CrashTill) => till.send('POST', '/api/vouchers/check', { code: ref });
    const missing = async () => readTables(shop).then(async (kept) => judgeAll(await mirrored(service, kept)), unlessHeld);
    return {
      send: async (till) => void (await check(till)),
      async follow(till) {
        await askUntil(
          () => till.send('GET', '/api/health'),
          () => false,
          { everyMs: WATCHED_EVERY_MS, withinMs: WATCHED_MS },
        );
      },
      whileClosed: async () => [],
      look: async () => [],
      async sendAgain(till) {
        const answer = await check(till);
        return answer?.status === 200 ? [] : [`the voucher could not be checked: ${answer?.status ?? 'no answer'}`];
      },
      async settle() {
        const faults = await askUntil(missing, (found) => found.length === 0, { everyMs: COMPLETE_EVERY_MS, withinMs: COMPLETE_WITHIN_MS });
        if (faults?.length === 0) ended = 'complete';
        return faults ?? [];
      },
      goOn: async () => [],
      ended: () => ended,
    };
  },
};

/** What is wrong in the tables of a server that was killed. */
export async function judgeAtRest(service: VoucherService, shop: CrashShop): Promise<string[]> {
  return judgeKept(await mirrored(service, await readTablesAtRest(shop)));
}

function judgeAll(seen: Mirrored): string[] {
  const now = Date.now();
  return [...judgeKept(seen), ...judgeComplete(seen, { from: now - READ_BACK_MS, to: now - SETTLED_MS })];
}

/** A server that writes may hold the file for longer than is waited for, on a slow disk; whoever judges comes again. */
function unlessHeld(error: unknown): string[] {
  if (!(error instanceof StoreUnavailable)) throw error;
  return [`the tables could not be read: ${error.code ?? error.message}`];
}

async function mirrored(service: VoucherService, kept: KeptMirror): Promise<Mirrored> {
  return { kept, shown: await service.shown(), ownMid: SHOPS[0].mid, othersSince: Date.now() - OTHERS_MS };
}
