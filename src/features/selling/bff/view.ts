import type { Product } from '../../../bff/issuer/port.ts';
import { AMOUNT_MAX, ITEMS_MAX } from '../../../contract/money/limits.ts';
import { type VoucherValue } from '../../../contract/money/money.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import type { IssuedVoucher, IssuedVoucherView, IssueSummary, IssueView, ProductView } from '../contract/issue.ts';
import { remainderOf } from './issue-facts.ts';
import type { IssueRecord } from './issue-store.ts';
import type { Release } from './release-facts.ts';
import { lastReleases, type ReleaseEvidence } from './releases.ts';

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

/** The vouchers of an issue, and what is known about their releases. */
export interface ViewParts {
  readonly vouchers: readonly IssuedVoucher[];
  readonly evidence: ReleaseEvidence;
  /** True for the answer to the order itself. */
  readonly isOwnOrder: boolean;
}

/**
 * Builds the response for an issue with its vouchers. Vouchers that arrived after it was read are
 * left out. Only the answer to the order has usable fields, and only of vouchers that were not
 * released.
 */
export function issueView(issue: IssueRecord, { vouchers, evidence, isOwnOrder }: ViewParts): IssueView {
  const { issued, releases, takenBack } = issue.status;
  const last = lastReleases(issue.status, evidence);
  const sent = lastReleases({ releases: releases.filter(({ channel }) => channel === 'send') }, evidence);
  const visible = vouchers.slice(0, issued).map((voucher, position) => {
    const released = releasedView(last.get(position), evidence);
    const sending = sent.get(position);
    const common = { ...voucher, last4: lastFour(voucher.code), released, sent: sending ? whenAndWho(sending) : null };
    if (isOwnOrder && released === null && takenBack === null) return common;
    return { ...common, code: null, voucherId: null, url: null, shortUrl: null, pin: null };
  });
  return { ...issueSummary(issue), vouchers: visible };
}

function releasedView(release: Release | undefined, { mayLack }: ReleaseEvidence): IssuedVoucherView['released'] {
  if (release === undefined) return mayLack ? { channel: 'unknown', at: null, person: null } : null;
  return { channel: release.channel, ...whenAndWho(release) };
}

function whenAndWho({ at, by }: Release) {
  return { at: new Date(at).toISOString(), person: by.person };
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
