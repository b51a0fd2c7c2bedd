import type { Product } from '../../../bff/issuer/admin-port.ts';
import { AMOUNT_MAX, ITEMS_MAX, type VoucherValue } from '../../../contract/money/money.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import type { IssuedVoucher, IssuedVoucherView, IssueSummary, IssueView, ProductView } from '../contract/issue.ts';
import { remainderOf, type Sending } from './issue-facts.ts';
import type { IssueRecord } from './issue-store.ts';

export function issueSummary({
  id,
  order,
  productName,
  standing,
  createdAt,
  person,
  device,
}: IssueRecord): IssueSummary {
  const { state, stop, issued, refusal, printed, lastPrint } = standing;
  return {
    id,
    state,
    productCode: order.productCode,
    productName,
    quantity: order.quantity,
    faceValue: order.faceValue,
    clientReference: order.clientReference,
    issued,
    remainder: remainderOf(standing),
    refusal,
    stopReason: state === 'stopped' && stop !== 'refused' ? stop : null,
    printed,
    lastPrint: lastPrint && { at: new Date(lastPrint.at).toISOString(), person: lastPrint.by.person },
    createdAt: new Date(createdAt).toISOString(),
    changedAt: new Date(standing.changedAt).toISOString(),
    person: person.name,
    device: device.name,
  };
}

/**
 * Builds the response for an issue with its vouchers. Vouchers that arrived after it was read are
 * left out, and those printed or sent have nothing that could be used.
 */
export function issueView(issue: IssueRecord, vouchers: readonly IssuedVoucher[]): IssueView {
  const { issued, printed, sent } = issue.standing;
  const sendings = new Map(sent.map((sending) => [sending.position, sending]));
  const visible = vouchers
    .slice(0, issued)
    .map((voucher, index) => voucherView(voucher, index < printed, sendings.get(index)));
  return { ...issueSummary(issue), vouchers: visible };
}

function voucherView(voucher: IssuedVoucher, wasPrinted: boolean, sending: Sending | undefined): IssuedVoucherView {
  const last4 = lastFour(voucher.code);
  const sent = sending === undefined ? null : { at: new Date(sending.at).toISOString(), person: sending.by.person };
  if (!wasPrinted && sent === null) return { ...voucher, last4, sent };
  return { ...voucher, last4, sent, code: null, voucherId: null, url: null, shortUrl: null, pin: null };
}

/** @param currency the shop's, for products that do not name one */
export function productView(product: Product, currency: string): ProductView {
  return {
    code: product.code,
    name: product.name,
    openValue: product.isOpenValue,
    worth: valueOfProduct(product, currency),
    singleUse: product.isMultipleUse === null ? null : !product.isMultipleUse,
    description: product.description,
    terms: product.termsAndConditions,
  };
}

function valueOfProduct({ amount, isValueBased, ...product }: Product, currency: string): VoucherValue | null {
  if (amount === null || amount < 0) return null;
  if (isValueBased === false) return amount > ITEMS_MAX ? null : { items: amount };
  return amount > AMOUNT_MAX ? null : { amount, currency: product.currency ?? currency };
}
