import { createMirrorTable } from '../src/bff/issuer/mirror/mirror-table.ts';
import { toMirrorRow } from '../src/bff/issuer/mirror/row.ts';
import type { IssuerTransaction } from '../src/bff/issuer/port.ts';
import { loadDataKey } from '../src/bff/platform/storage/data-key.ts';
import { openKeys } from '../src/bff/platform/storage/key-ring.ts';
import { openSqlite } from '../src/bff/platform/store/sqlite.ts';
import { fillJournal } from '../src/testing/databases/fill-journal.ts';
import { listOwner, SHOP, whose } from '../src/testing/rigs/shops.ts';

interface FillList {
  /** Data folder of a server that was set up and stopped. */
  readonly dataDir: string;
  readonly mid: string;
  /** Rows of the shop itself. */
  readonly count: number;
  readonly days: number;
  /** One capture in this many was redeemed here. */
  readonly explainedEvery?: number;
}

/** The sums of the added rows in Singapore dollars, minor units. */
interface Filled {
  readonly captured: number;
  readonly refunded: number;
}

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 500;
const EXPLAINED_EVERY = 4;

/**
 * Adds rows to a server's tables as its reader would, evenly over the given number of days up to
 * now: authorizations with captures, one refund per twenty of them, and one capture in four
 * redeemed here by the shop's people in turn.
 */
export async function fillList({ dataDir, mid, count, days, explainedEvery = EXPLAINED_EVERY }: FillList): Promise<Filled> {
  const db = openSqlite(dataDir);
  const keys = await openKeys(db, loadDataKey(dataDir, true));
  const table = createMirrorTable(db, whose().account, [listOwner(mid)]);
  const people = await db.selectFrom('person').select('id').orderBy('id').execute();
  const devices = await db.selectFrom('device').select('id').orderBy('id').execute();
  const by = devices.flatMap(({ id }, index) => {
    const person = people[index % people.length];
    return person === undefined ? [] : [{ device: id, person: person.id }];
  });
  const until = Date.now() - 10 * 60_000;
  const stepMs = (days * DAY_MS) / count;
  const captures = Math.floor(count / 2);
  await fillJournal(db, { shop: SHOP, count: Math.floor(captures / explainedEvery), until, stepMs: 2 * explainedEvery * stepMs, by });
  const total = { captured: 0, refunded: 0 };
  for (let begun = 0; begun < count; begun += ROWS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, count - begun) }, (_, offset) => begun + offset);
    const rows = numbers.map((number) => rowOf(number, Math.round(until - (count - number) * stepMs), mid));
    for (const { type, amount, currency } of rows) {
      if (currency !== 'SGD') continue;
      if (type === 'capture') total.captured += amount ?? 0;
      if (type === 'refund') total.refunded += amount ?? 0;
    }
    const claims = rows.flatMap(({ type, transactionId }, index) => {
      const place = Math.floor((begun + index) / 2 / explainedEvery);
      const isExplained = type === 'capture' && Math.floor((begun + index) / 2) % explainedEvery === 0;
      return isExplained ? [{ shop: SHOP, transaction_id: transactionId, operation_id: `filled-${place}`, at: until }] : [];
    });
    if (claims.length > 0)
      await db
        .insertInto('claim')
        .values(claims)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await table.save(
      rows.map((row) => toMirrorRow(keys, row, [mid])),
      until,
    );
  }
  await db.destroy();
  await noteRead({ dataDir, mid, days });
  return total;
}

/**
 * Marks everything up to now as read, so that the server does not query the time after the rows
 * were added.
 */
export async function noteRead({ dataDir, mid, days }: Pick<FillList, 'dataDir' | 'mid' | 'days'>): Promise<void> {
  const db = openSqlite(dataDir);
  const table = createMirrorTable(db, whose().account, [listOwner(mid)]);
  const now = Date.now();
  await table.noteSpan({ kind: 'span', period: { from: now - (days + 40) * DAY_MS, to: now }, beganAt: now });
  await db.destroy();
}

/** Every second row is the authorization of the next; one pair in twenty is a refund and something else instead. */
function rowOf(number: number, at: number, mid: string): IssuerTransaction {
  const pair = Math.floor(number / 2);
  const isRefund = pair % 20 === 19;
  const isFirst = number % 2 === 0;
  const type = isRefund ? (isFirst ? 'other' : 'refund') : isFirst ? 'authorization' : 'capture';
  const amount = 100 + ((pair * 7_919) % 20_000);
  const ref = `9${String((pair * 104_729) % 1_000_000_007).padStart(10, '0')}`;
  return {
    transactionId: String(10_000_000_000 + number),
    type,
    rawType: type === 'other' ? 'Check' : type,
    ...(pair % 50 === 7 && type !== 'capture'
      ? ({ status: 'failed', rawStatus: 'Failed' } as const)
      : ({ status: 'succeeded', rawStatus: 'Succeeded' } as const)),
    mid,
    amount,
    currency: pair % 100 === 3 ? 'MYR' : 'SGD',
    createdAt: at,
    lastUpdatedAt: at,
    vouchers: [{ ref, usingValue: amount, productCode: 'GIFT', productLabel: 'Gift card', actions: [] }],
  };
}
