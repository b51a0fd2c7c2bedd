import { tenderView } from '../../bff/redemption/tender/view.ts';
import { csvRecord } from '../../contract/platform/csv.ts';
import { ISSUE_STATES, RANGE_STATES } from '../../contract/redemption/states.ts';
import { hasRedeemed } from '../../contract/redemption/tender.ts';
import { csvLines } from '../../features/closings/contract/match/read-csv.ts';
import type { Shift } from '../../features/closings/contract/shift.ts';
import { digitalReceiptSchema } from '../../features/customer-display/contract/receipt.ts';
import { presentRanges } from '../../features/gift-cards/contract/activation.ts';
import { ANA, MEI, SHOP } from '../rigs/till.ts';
import type { StatesWorld } from './states-world.ts';

/** The columns of the table. */
export const REPORTS = ['X', 'Z', 'day', 'sta', 'acc', 'csv', 'own', 'rec', 'dig', 'dis', 'off', 'api'] as const;

/** What a report says about the operations of a day. */
interface Figures {
  readonly plus: number;
  readonly minus: number;
  readonly isOpen?: boolean;
}

/** `+` counted, `-` counted negative, `?` not complete, `.` not listed. */
function signOf({ plus, minus, isOpen = false }: Figures): string {
  return `${plus > 0 ? '+' : ''}${minus > 0 ? '-' : ''}${isOpen ? '?' : ''}` || '.';
}

function shiftSign(shift: Pick<Shift, 'sums' | 'unsettled'> | null): string {
  const sums = shift?.sums ?? [];
  const of = (fits: (sum: Shift['sums'][number]) => boolean) => sums.filter(fits).reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  const isBack = ({ kind, amount }: Shift['sums'][number]) => kind === 'refunded' || amount < 0;
  return signOf({ plus: of((sum) => !isBack(sum)), minus: of(isBack), isOpen: (shift?.unsettled.length ?? 0) > 0 });
}

/** Runs every report of the world's day. */
export async function reportsOf(world: StatesWorld): Promise<Record<string, string>> {
  const { parts, clock, saleId, rig } = world;
  await clock.advance(60_000);
  const day = new Date(clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const period = { from: `${day}T00:00:00+08:00`, to: `${day}T23:59:59.999+08:00` };
  const passing = async <T>(work: Promise<T>): Promise<T> => {
    const over = { is: false };
    const done = work.finally(() => {
      over.is = true;
    });
    while (!over.is) await clock.advance(500);
    return done;
  };

  const csv = await passing(parts.transactions.csv(period, {}, csvRecord).then((stream) => new Response(stream).text()));
  const [header = [], ...lines] = [...csvLines(csv)].map(({ cells }) => cells);
  const rows = lines.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
  const listed = (type: string, statuses: readonly string[]) =>
    rows.filter((row) => row['type'] === type && statuses.includes(row['status'] ?? '')).length;
  const csvSign = signOf({
    plus: listed('capture', ['succeeded', 'refunded']) + listed('activation', ['succeeded']),
    minus: listed('refund', ['succeeded']) + listed('activation', ['deactivated']),
    isOpen: listed('activation', ['unknown']) > 0,
  });

  const { closing } = await passing(
    parts.closings.put(MEI, crypto.randomUUID(), { date: day, register: [{ currency: 'SGD', amount: 0 }] }),
  );
  const [sgd] = closing.currencies;
  const daySign = signOf({ plus: sgd?.captured ?? 0, minus: sgd?.refunded ?? 0, isOpen: closing.unsettled > 0 });

  const own = await parts.transactions.totals(ANA, period);
  const [ownSums] = own.sums.currencies;
  const ownSign = signOf({ plus: ownSums?.captured ?? 0, minus: ownSums?.refunded ?? 0 });

  const [statement] = (await parts.bookKeeping.books.statement({ from: day, to: day, till: null })).lines;
  const [office] = await parts.overview({ from: day, to: day });
  const [officeSums] = office?.sums ?? [];

  const open = (await rig.open(ANA)).filter((one) => one.day === day);
  const x = open[0] === undefined ? null : await parts.shifts.get(ANA, open[0].id);
  const z = x === null ? null : (await parts.shifts.close(ANA, x.id, {})).shift;

  return {
    X: shiftSign(x),
    Z: shiftSign(z),
    day: daySign,
    sta: signOf({ plus: statement?.redeemed ?? 0, minus: statement?.refunded ?? 0 }),
    acc: await accountingSign(world, day),
    csv: csvSign,
    own: ownSign,
    off: `${signOf({ plus: officeSums?.captured ?? 0, minus: officeSums?.refunded ?? 0 })}${(await parts.attention.list()).length > 0 ? '!' : ''}`,
    ...(await saleSigns(world, saleId)),
  };
}

async function accountingSign({ parts }: StatesWorld, day: string): Promise<string> {
  const request = { format: 'csv', currency: 'SGD', from: day, to: day, again: true } as const;
  const file = await parts.bookKeeping.exports.make(MEI, request).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith('There is nothing')) return null;
    throw error;
  });
  if (file === null) return '.';
  const [header = [], ...lines] = [...csvLines(new TextDecoder().decode(file.bytes))].map(({ cells }) => cells);
  const cents = (side: string) =>
    lines
      .filter((cells) => cells[header.indexOf('class')] !== 'register')
      .reduce((sum, cells) => sum + Number(cells[header.indexOf(side)] || 0), 0);
  return signOf({ plus: cents('debit'), minus: cents('credit') });
}

/** What the customer and a program are told about the sale. */
async function saleSigns({ parts }: StatesWorld, saleId: string): Promise<Record<'rec' | 'dig' | 'dis' | 'api', string>> {
  const [tender] = await parts.journals.tenders.ofSale(SHOP, saleId);
  if (tender === undefined) return { rec: '.', dig: '.', dis: '.', api: await orderSign(parts) };
  const view = tenderView(tender, null);
  await parts.sessions.start({ shop: SHOP, deviceId: ANA.device.id }, ANA.person);
  const { vouchers, receipt } = await parts.shown.view(ANA, saleId);
  const digital =
    receipt === null ? null : digitalReceiptSchema.parse(JSON.parse(Buffer.from(receipt.split('.')[0] ?? '', 'base64url').toString()));
  const states = { redeemed: '+', unknown: '?', refunded: '-', 'not-redeemed': '.' } as const;
  const sale = await parts.tenders.sale(MEI, saleId, null);
  return {
    rec: hasRedeemed(view.state) && view.captured !== null ? '+' : '.',
    dig: digital === null ? '.' : '+',
    dis: vouchers[0] === undefined ? '.' : states[vouchers[0].state],
    api: signOf({ plus: sale.taken, minus: view.state === 'refunded' ? 1 : 0, isOpen: sale.open }),
  };
}

/** An order of vouchers, or a range of cards, as a program reads it. */
async function orderSign({ issues, activations }: StatesWorld['parts']): Promise<string> {
  const [order] = await issues.latest(ANA);
  if (order !== undefined) {
    const { issued, state, takenBack } = order;
    const sold = issued > 0 ? 1 : 0;
    return signOf({ plus: takenBack === null ? sold : 0, minus: takenBack === null ? 0 : sold, isOpen: ISSUE_STATES[state].open });
  }
  const [activation] = await activations.latest(ANA);
  const outcomes = presentRanges(activation?.ranges ?? []).map(({ state }) => RANGE_STATES[state].outcome);
  const isSome = (outcome: (typeof outcomes)[number]) => outcomes.includes(outcome);
  return signOf({ plus: isSome('succeeded') ? 1 : 0, minus: isSome('deactivated') ? 1 : 0, isOpen: isSome('unknown') });
}
