import type { Product } from '../../../bff/issuer/admin-port.ts';
import { AMOUNT_MAX, ITEMS_MAX, type VoucherValue } from '../../../contract/money/money.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import type { IssuedVoucher, IssuedVoucherView, IssueSummary, IssueView, ProductView } from '../contract/issue.ts';
import { remainderOf, type Sending } from './issue-facts.ts';
import type { IssueRecord } from './issue-store.ts';

export function issueSummary({ id, order, productName, status, createdAt, person, device }: IssueRecord): IssueSummary {
  const { state, stop, issued, refusal, printed, lastPrint, takenBack } = status;
  return {
    id,
    state,
    productCode: order.productCode,
    productName,
    quantity: order.quantity,
    faceValue: order.faceValue,
    clientReference: order.clientReference,
    issued,
    remainder: remainderOf(status),
    refusal,
    stopReason: state === 'stopped' && stop !== 'refused' ? stop : null,
    printed,
    lastPrint: lastPrint && { at: new Date(lastPrint.at).toISOString(), person: lastPrint.by.person },
    takenBack: takenBack && {
      at: new Date(takenBack.at).toISOString(),
      person: takenBack.by.person,
      reason: takenBack.reason,
      receiptNo: takenBack.receiptNo,
    },
    createdAt: new Date(createdAt).toISOString(),
    changedAt: new Date(status.changedAt).toISOString(),
    person: person.name,
    device: device.name,
  };
}

/**
 * Builds the response for an issue with its vouchers. Vouchers that arrived after it was read are
 * left out, and printed, sent or refunded vouchers have no usable fields.
 */
export function issueView(issue: IssueRecord, vouchers: readonly IssuedVoucher[]): IssueView {
  const { issued, printed, sent, takenBack } = issue.status;
  const sendings = new Map(sent.map((sending) => [sending.position, sending]));
  const visible = vouchers
    .slice(0, issued)
    .map((voucher, index) => voucherView(voucher, index < printed || takenBack !== null, sendings.get(index)));
  return { ...issueSummary(issue), vouchers: visible };
}

function voucherView(voucher: IssuedVoucher, isMasked: boolean, sending: Sending | undefined): IssuedVoucherView {
  const last4 = lastFour(voucher.code);
  const sent = sending === undefined ? null : { at: new Date(sending.at).toISOString(), person: sending.by.person };
  if (!isMasked && sent === null) return { ...voucher, last4, sent };
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
