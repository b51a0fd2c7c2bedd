import { StoreUnavailable } from '../../bff/platform/store/store-unavailable.ts';
import { SHOPS } from '../../sandbox/credentials.ts';
import { judgeComplete, judgeKept, type KeptMirror, type Mirrored } from './judge-mirror.ts';
import { readTables, readTablesAtRest } from './mirror-tables.ts';
import { askUntil, type Operation } from './operation.ts';
import type { VoucherService } from './service.ts';
import type { CrashShop } from './stores.ts';
import type { CrashTill } from './till.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The period that a first start reads, less the duration of the test. */
const READ_BACK_MS = 31 * DAY_MS - 60_000;
/** Younger rows are read every few seconds, and marked as read only later. */
const SETTLED_MS = 6 * 60_000;
/** Rows of other shops are kept for two days; the time that passes until now is subtracted. */
const OTHERS_MS = 2 * DAY_MS - 60_000;
/**
 * Time until a server that was just asked for the newest rows has read the last minutes completely,
 * twice.
 */
const WATCHED_MS = 12_000;
const WATCHED_EVERY_MS = 3_000;
const COMPLETE_EVERY_MS = 500;
const COMPLETE_WITHIN_MS = 60_000;

/**
 * Tests what the server reads by itself and for a check. Nothing here has an outcome, so the stored
 * rows are checked. Before the check, a redemption without the server creates new rows.
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

/** Returns the faults in the tables of a killed server. */
export async function judgeAtRest(service: VoucherService, shop: CrashShop): Promise<string[]> {
  return judgeKept(await mirrored(service, await readTablesAtRest(shop)));
}

function judgeAll(seen: Mirrored): string[] {
  const now = Date.now();
  return [...judgeKept(seen), ...judgeComplete(seen, { from: now - READ_BACK_MS, to: now - SETTLED_MS })];
}

/**
 * On a slow disk, a writing server may lock the file for longer than the timeout; the check is then
 * repeated.
 */
function unlessHeld(error: unknown): string[] {
  if (!(error instanceof StoreUnavailable)) throw error;
  return [`the tables could not be read: ${error.code ?? error.message}`];
}

async function mirrored(service: VoucherService, kept: KeptMirror): Promise<Mirrored> {
  return { kept, shown: await service.shown(), ownMid: SHOPS[0].mid, othersSince: Date.now() - OTHERS_MS };
}
