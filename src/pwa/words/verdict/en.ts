import type { TenderState } from '../../../contract/redemption/tender.ts';
import type { RefusalReason } from '../../../contract/voucher/refusal.ts';

/** Texts for the result of a redemption. */
export const verdict = {
  kinds: { done: 'Done', attention: 'Attention', refused: 'Declined', unknown: 'Not confirmed yet' },
  states: {
    intent: { title: 'Redeeming', next: 'One moment.' },
    sent: { title: 'Redeeming', next: 'One moment.' },
    captured: { title: 'Redeemed', next: 'Give the voucher back.' },
    captured_partial: { title: 'Partly redeemed', next: 'Collect the rest another way.' },
    declined: { title: 'Declined', next: 'Ask for another way to pay.' },
    not_sent: {
      title: 'Not redeemed: safe to try again',
      next: 'The issuer could not be reached, so nothing was sent. Try again, or take another payment.',
    },
    unknown: { title: 'Still checking with the issuer', next: 'Keep the voucher here. Do not redeem it again.' },
    not_captured: { title: 'Not redeemed: safe to try again', next: 'The issuer has no record of it.' },
    manager: { title: 'Still not confirmed: call a manager', next: 'Keep the voucher here. Do not redeem it again.' },
    late_capture: { title: 'Redeemed late', next: 'The issuer redeemed it after all. Call a manager, who can refund it.' },
    refunded: { title: 'Refunded', next: 'The amount is back on the voucher.' },
    attached: { title: 'Redeemed', next: 'A manager confirmed it.' },
    cancelled: { title: 'Not redeemed', next: 'The server never received it, so nothing was redeemed. It is safe to try again.' },
  } satisfies Record<TenderState, { title: string; next: string }>,
  refusals: {
    'not-found': { title: 'Voucher not found', next: 'Check the number on the voucher, or ask for another way to pay.' },
    inactive: { title: 'Not activated yet', next: 'Ask stock staff or a manager to activate it, then scan it again.' },
    expired: { title: 'Expired', next: 'It can no longer be used. Ask for another way to pay.' },
    void: { title: 'Cancelled', next: 'It is no longer in circulation. Ask for another way to pay.' },
    used: { title: 'Fully used', next: 'No balance is left. Ask for another way to pay.' },
    'nothing-on-it': {
      title: 'No balance',
      next: 'It was used, or it is not activated yet. If it is new, ask stock staff or a manager to activate it.',
    },
    'not-enough': { title: 'Balance too low', next: 'Scan it again to see the balance, then redeem less.' },
    'wrong-currency': { title: 'Wrong currency', next: 'It can’t be used here. Ask for another way to pay.' },
    'open-elsewhere': { title: 'In use on another till', next: 'Wait until that is finished, then scan it again.' },
    held: {
      title: 'On hold: call a manager',
      next: 'A manager put this voucher on hold, so it can’t be redeemed. Take another payment for now.',
    },
    'issuer-declined': { title: 'Declined by the issuer', next: 'Ask for another way to pay. The issuer can explain the code below.' },
  } satisfies Record<RefusalReason, { title: string; next: string }>,
  stillToPay: (amount: string) => `${amount} left to pay`,
  remainingOnVoucher: (amount: string) => `${amount} left on the voucher`,
  needsManager: 'Needs a manager',
  empty: { back: 'The voucher is empty. Give it back.', keep: 'The voucher is empty. Keep it.' },
  isBack: (amount: string) => `${amount} is back on the voucher.`,
  collect: 'Collect',
  details: 'Details',
  requested: 'Requested',
  issuerCode: (code: string) => `Issuer code ${code}`,
  voucher: (name: string) => `Voucher ${name}`,
  openOn: (device: string, when: string) => `On ${device} since ${when}`,
  next: 'Next voucher',
  collected: (amount: string) => `Collected ${amount}`,
  another: 'Another voucher',
  receiptOnPhone: 'Receipt on a phone',
  changeDue: 'Change the amount due',
  receipt: 'Print a receipt',
};

export type VerdictMessages = typeof verdict;
