import type { Kysely } from 'kysely';
import { createDeviceLimit } from '../../../bff/access/rate-limits/device-limit.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import type { SigningKey } from '../../../bff/platform/storage/signing-key.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { Sales } from '../../../bff/redemption/journal/sales.ts';
import type { TenderJournal } from '../../../bff/redemption/journal/tender-store.ts';
import type { Gate } from '../../../bff/redemption/recovery/gate.ts';
import { wrongCurrency } from '../../../bff/redemption/tender/problems.ts';
import { tenderView } from '../../../bff/redemption/tender/view.ts';
import { type LinkOutcome } from '../../../contract/redemption/return-address.ts';
import { type PayLink, type PayLinkView, returnOriginOf } from '../contract/register.ts';
import { badReturnUrl, registerNotFound } from './problems.ts';
import type { Registers } from './registers.ts';
import { type SaleOutcome, saleOutcome } from './sale-outcome.ts';
import { findSameLink, type LinkRow, nextSaleId } from './same-link.ts';

export interface PayLinksDeps extends Pick<Ports, 'db' | 'clock' | 'audit'> {
  readonly journal: Pick<TenderJournal, 'ofSale'>;
  readonly sales: Pick<Sales, 'mark' | 'report' | 'closed' | 'cancelledAmong'>;
  readonly gate: Pick<Gate, 'isSaleInDoubt'>;
  readonly registers: Pick<Registers, 'nameOf' | 'assertSigned'>;
  readonly key: Pick<SigningKey, 'sign'>;
  readonly keys: Pick<Keys, 'hash'>;
  /** The shop's currency, the only one that its tills accept. */
  readonly currency: string;
}

/** Sales that a register requests by a link in the browser, and the return to that register. */
export interface PayLinks {
  /**
   * Begins the sale of a link, or returns the sale that the same link began before, with its
   * redemptions. If that sale has ended without a redemption and its register was notified, the
   * link begins a new one.
   * @param id of the sale, if the page has one. The view contains the sale's actual id.
   * @throws Problem 400 for an invalid request, 403 `register-not-listed` or `link-not-signed`, 409
   * for an id of another sale, or of a sale that has ended; 429 `slow-down`
   */
  put(caller: Caller, id: string, link: PayLink): Promise<{ readonly view: PayLinkView; readonly isNew: boolean }>;
  /**
   * Returns the signed return address for the browser, with the journal's outcome of the sale. If
   * it is certain that nothing was redeemed, the sale ends.
   * @param held ids of all tenders that the page has for the sale
   * @throws Problem 404, also if the caller did not open the link on this device; 403 if the
   * register was removed from the list; 429 `slow-down`
   */
  back(
    caller: Caller,
    id: string,
    held: readonly string[],
  ): Promise<{ readonly url: string; readonly outcome: LinkOutcome }>;
}

/**
 * Limits the number of links that one till opens, and of return addresses, because each is stored:
 * one in 15 seconds.
 */
const LINKS = { most: 240, withinMs: 60 * 60_000 };

export function createPayLinks(deps: PayLinksDeps): PayLinks {
  const { db, clock, journal, sales, gate, registers, key, keys, audit } = deps;

  async function listed(shop: Scope, returnUrl: string): Promise<{ readonly origin: string; readonly name: string }> {
    const origin = returnOriginOf(returnUrl);
    if (origin === null) throw badReturnUrl();
    return { origin, name: await registers.nameOf(shop, origin) };
  }

  async function viewOf(row: LinkRow): Promise<PayLinkView> {
    const tenders = await journal.ofSale(row.shop, row.id);
    return {
      id: row.id,
      due: { amount: row.amount, currency: row.currency },
      reference: row.reference,
      register: { name: row.name, origin: row.origin },
      tenders: tenders.map((tender) => tenderView(tender, null)),
    };
  }

  /** Stores the outcome for a register. @returns null if the sale has changed */
  async function reportOutcome(
    caller: Caller,
    row: LinkRow,
    held: readonly string[],
    devices: readonly string[],
  ): Promise<LinkReport | null> {
    const { shop, id, currency, reference, name } = row;
    const mark = await sales.mark(shop, id);
    const tenders = await journal.ofSale(shop, id);
    const arrived = new Set(tenders.map((tender) => tender.id));
    const missing = held.filter((one) => !arrived.has(one));
    const cancelled = await sales.cancelledAmong(shop, missing);
    const saleState = { tenders, cancelled, beingRefunded: mark.beingRefunded, mayLack: false };
    const { outcome: certain, leftToPay } = saleOutcome(saleState, row, held);
    const sale = { openedAt: row.created_at, due: row, hasTaken: certain === 'taken', isPaid: leftToPay === 0 };
    const reportable = saleOutcome({ ...saleState, mayLack: await gate.isSaleInDoubt(sale, devices) }, row, held);
    const { outcome, amount } = reportable;
    const at = clock.now();
    const details = { status: outcome, amount, currency, receiptNo: reference, name };
    return db.transaction().execute(async (tx) => {
      if (outcome !== 'unknown' && !(await sales.report(row, mark, { outcome, amount, at }, tx))) return null;
      await audit.write({ by: caller, action: 'register.told', subject: id, details }, tx);
      return { ...reportable, at };
    });
  }

  const assertMayOpen = createDeviceLimit(clock, LINKS);
  const assertMayGoBack = createDeviceLimit(clock, LINKS);

  return {
    async put(caller, id, link) {
      assertMayOpen(caller);
      if (link.currency !== deps.currency) throw wrongCurrency(deps.currency);
      const register = await listed(caller.shop, link.returnUrl);
      await registers.assertSigned(caller.shop, register.origin, link);
      const { amount, currency, reference, state, returnUrl } = link;
      const columns = { shop: caller.shop, amount, currency, reference, state, return_url: returnUrl };
      const by = { device_id: caller.device.id, person_id: caller.person.id };
      const newRow: LinkRow = { id, ...columns, ...by, ...register, created_at: clock.now() };
      const { row, isNew } = await exclusively(db, 'registers', async (tx) => {
        const existing = await findSameLink(sales, tx, newRow);
        const linkRow = existing ?? { ...newRow, id: await nextSaleId(keys, tx, newRow) };
        if (existing === null) await tx.insertInto('pay_link').values(linkRow).execute();
        else if (existing.device_id !== newRow.device_id)
          await tx
            .insertInto('pay_link_opened')
            .values({ link_id: existing.id, device_id: newRow.device_id })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        return { row: linkRow, isNew: existing === null };
      });
      return { view: await viewOf(row), isNew };
    },
    async back(caller, id, held) {
      assertMayGoBack(caller);
      const row = await db
        .selectFrom('pay_link')
        .selectAll()
        .where('shop', '=', caller.shop)
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw registerNotFound('sale of a link');
      const devices = await openers(db, row);
      if (caller.person.role !== 'manager' && !devices.includes(caller.device.id))
        throw registerNotFound('sale of a link');
      await listed(caller.shop, row.return_url);
      let report = await reportOutcome(caller, row, held, devices);
      while (report === null) report = await reportOutcome(caller, row, held, devices);
      return { url: await signedAddress(row, await shopName(db, row.shop), report, key), outcome: report.outcome };
    },
  };
}

/** The shop's name in the chain's file; that of the first shop never changes. */
async function shopName(db: Kysely<Schema>, shop: Scope): Promise<string> {
  const row = db.selectFrom('shop').select('slug').where('id', '=', shop);
  return (await row.executeTakeFirstOrThrow()).slug ?? shop;
}

async function openers(db: Kysely<Schema>, { id, device_id }: LinkRow): Promise<readonly string[]> {
  const otherDevices = await db.selectFrom('pay_link_opened').select('device_id').where('link_id', '=', id).execute();
  return [device_id, ...otherDevices.map((one) => one.device_id)];
}

interface LinkReport extends SaleOutcome {
  /** Time of the outcome, milliseconds UTC. */
  readonly at: number;
}

/**
 * `asked` is the amount in the opened link: the register compares it with its own, because a person
 * who opens a link may alter it. `till_shop`: a till of another shop may open the link too.
 */
async function signedAddress(
  row: LinkRow,
  shop: string,
  { outcome, amount, leftToPay, at }: LinkReport,
  key: Pick<SigningKey, 'sign'>,
): Promise<string> {
  const url = new URL(row.return_url);
  const reported = {
    status: outcome,
    amount: String(amount),
    asked: String(row.amount),
    left_to_pay: String(leftToPay),
    currency: row.currency,
    reference: row.reference,
    sale: row.id,
    till_shop: shop,
    state: row.state,
    at: new Date(at).toISOString(),
  };
  for (const [name, value] of Object.entries(reported)) if (value !== '') url.searchParams.set(name, value);
  url.searchParams.sort();
  url.searchParams.set('sig', await key.sign(url.searchParams.toString()));
  return url.href;
}
