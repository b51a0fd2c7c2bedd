import type { Kysely } from 'kysely';
import type { Sessions } from '../../../bff/access/people/sessions.ts';
import type { Settings } from '../../../bff/access/settings/settings.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller, DeviceCaller } from '../../../bff/platform/http/caller.ts';
import type { SigningKey } from '../../../bff/platform/storage/signing-key.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { Sales } from '../../../bff/redemption/journal/sales.ts';
import type { TenderJournal } from '../../../bff/redemption/journal/tender-store.ts';
import { tenderView } from '../../../bff/redemption/tender/view.ts';
import { money } from '../../../contract/money/money.ts';
import { isLatestBalance } from '../../../contract/redemption/latest-balance.ts';
import { type DisplayedSale, type DisplayedVoucher, type DisplayView, displayedState } from '../contract/display.ts';
import { RECEIPT_VOUCHERS_MAX } from '../contract/limits.ts';
import { type DigitalReceipt, signedTextOf } from '../contract/receipt.ts';
import type { Displays } from './displays.ts';

export interface CustomerViewOptions {
  readonly db: Kysely<Schema>;
  readonly journal: Pick<TenderJournal, 'ofSale'>;
  readonly sales: Pick<Sales, 'mark'>;
  readonly sessions: Pick<Sessions, 'isOpenOn'>;
  readonly settings: Pick<Settings, 'read'>;
  readonly displays: Pick<Displays, 'of' | 'tillOf'>;
  readonly signingKey: Pick<SigningKey, 'sign'>;
  /** Called for a till whose screen has changed. */
  readonly notify: (deviceId: string) => Promise<void>;
}

/**
 * The part of a till's screen for customers. The amount due comes from the till. The redemptions
 * and their states come from the journal.
 */
export interface CustomerView {
  /** Stores the content of a till's screen, if another device displays it. */
  show(caller: Caller, sale: DisplayedSale): Promise<void>;
  /**
   * Returns what a device shows. @param saleId the sale on the own till's screen, if the device is
   * not a display of another one; null for none
   */
  view(caller: DeviceCaller, saleId: string | null): Promise<DisplayView>;
}

interface SaleVouchers {
  readonly vouchers: DisplayedVoucher[];
  /** The time of the last redemption, ISO 8601 UTC; empty without one. */
  readonly at: string;
}

export function createCustomerView({
  db,
  journal,
  sales,
  sessions,
  settings,
  displays,
  signingKey,
  notify,
}: CustomerViewOptions): CustomerView {
  async function show({ device }: Caller, { saleId, due, busy }: DisplayedSale): Promise<void> {
    if ((await displays.of(device.id)).length === 0) return;
    const row = { sale_id: saleId, due: due?.amount ?? null, currency: due?.currency ?? null, busy: busy ? 1 : 0 };
    await db
      .insertInto('shown_sale')
      .values({ till_id: device.id, ...row })
      .onConflict((conflict) => conflict.column('till_id').doUpdateSet(row))
      .execute();
    await notify(device.id);
  }

  async function saleOf(tillId: string): Promise<DisplayedSale | null> {
    const row = await db.selectFrom('shown_sale').selectAll().where('till_id', '=', tillId).executeTakeFirst();
    if (!row) return null;
    const due = row.due === null || row.currency === null ? null : money(row.due, row.currency);
    return { saleId: row.sale_id, due, busy: row.busy === 1 };
  }

  /** The whole sale, also if it began at another till: a redemption left out would be due again. */
  async function vouchersOf(shop: Scope, saleId: string): Promise<SaleVouchers> {
    const { beingRefunded } = await sales.mark(shop, saleId);
    const views = (await journal.ofSale(shop, saleId)).map((tender) => tenderView(tender, null));
    const vouchers = views.map((one) => {
      const { id, last4, captured, remaining } = one;
      const state = beingRefunded.has(id) ? 'unknown' : displayedState(one.state);
      const hasCaptured = state === 'redeemed';
      const isLeft = hasCaptured && isLatestBalance(one, views);
      return { last4, state, taken: hasCaptured ? captured : null, remaining: isLeft ? remaining : null };
    });
    return { vouchers, at: views.findLast(({ state }) => displayedState(state) === 'redeemed')?.createdAt ?? '' };
  }

  /** Null while an outcome is unknown, without a redemption, and for too many vouchers. */
  async function receiptOf(shopName: string, till: string, { vouchers, at }: SaleVouchers): Promise<string | null> {
    if (vouchers.some(({ state }) => state === 'unknown')) return null;
    const redeemed = vouchers.flatMap(({ last4, taken, remaining }) => (taken ? [{ last4, taken, remaining }] : []));
    if (redeemed.length === 0 || redeemed.length > RECEIPT_VOUCHERS_MAX) return null;
    const receipt: DigitalReceipt = { shop: shopName, till, at, vouchers: redeemed };
    const data = Buffer.from(JSON.stringify(receipt), 'utf8').toString('base64url');
    return `${data}.${await signingKey.sign(signedTextOf(data))}`;
  }

  async function view({ shop, device }: DeviceCaller, saleId: string | null): Promise<DisplayView> {
    const [other, { shopName, safeSale }] = await Promise.all([displays.tillOf(device.id), settings.read(shop)]);
    const till = other ?? device;
    const notice = safeSale.notice ? safeSale.noticeText : null;
    const common = { shopName, notice, connected: other !== null };
    const [open, settingsRead] = await Promise.all([sessions.isOpenOn(till.id), other ? saleOf(till.id) : null]);
    const sale = settingsRead ?? (saleId === null || other ? null : { saleId, due: null, busy: false });
    if (!open || !sale) return { ...common, open, sale: null, vouchers: [], receipt: null };
    const redeemed = await vouchersOf(shop, sale.saleId);
    const receipt = sale.busy ? null : await receiptOf(shopName, till.name, redeemed);
    return { ...common, open, sale, vouchers: redeemed.vouchers, receipt };
  }

  return { show, view };
}
