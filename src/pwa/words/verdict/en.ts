import type { TenderState } from '../../../contract/redemption/tender.ts';
import type { RefusalReason } from '../../../contract/voucher/refusal.ts';

/** What a redemption came to, in words. */
export const verdict = {
  kinds: { done: 'Done', attention: 'Attention', refused: 'Refused', unknown: 'Not known yet' },
  states: {
    intent: { title: 'Redeeming', next: 'One moment.' },
    sent: { title: 'Redeeming', next: 'One moment.' },
    captured: { title: 'Taken', next: 'Give the voucher back.' },
    captured_partial: { title: 'Partly taken', next: 'The rest is still to pay.' },
    declined: { title: 'Refused', next: 'Ask for another way to pay.' },
    not_sent: {
      title: 'Not taken: safe to try again',
      next: 'The issuer could not be reached, so nothing was sent. Try again, or take another payment.',
    },
    unknown: { title: 'Still checking with the issuer', next: 'Keep the voucher here. Do not redeem it again.' },
    not_captured: { title: 'Not taken: safe to try again', next: 'The issuer has no trace of it.' },
    manager: { title: 'Still unknown: call a manager', next: 'Keep the voucher here. Do not redeem it again.' },
    late_capture: { title: 'Taken late', next: 'The issuer took it after all. Call a manager: it can be refunded.' },
    refunded: { title: 'Refunded', next: 'The amount is back on the voucher.' },
    attached: { title: 'Taken', next: 'A manager confirmed it.' },
    cancelled: { title: 'Not taken', next: 'It never arrived: nothing was taken. Safe to try again.' },
  } satisfies Record<TenderState, { title: string; next: string }>,
  refusals: {
    'not-found': { title: 'No such voucher', next: 'Compare the number with the voucher, then ask for another way to pay.' },
    inactive: { title: 'Not activated yet', next: 'Ask stock staff or a manager to activate it, then scan it again.' },
    expired: { title: 'Expired', next: 'It can’t be used any more. Ask for another way to pay.' },
    void: { title: 'Cancelled', next: 'It is no longer in circulation. Ask for another way to pay.' },
    used: { title: 'Already used', next: 'Nothing is left on it. Ask for another way to pay.' },
    'nothing-on-it': {
      title: 'Nothing on it',
      next: 'It was used, or it is not activated yet. If it is new, ask stock staff or a manager to activate it.',
    },
    'not-enough': { title: 'Balance too low', next: 'Scan it again to see what is left, and take less.' },
    'wrong-currency': { title: 'Another currency', next: 'It can’t pay here. Ask for another way to pay.' },
    'open-elsewhere': { title: 'In use on another till', next: 'Wait until that is settled, then scan it again.' },
    held: {
      title: 'On hold: call a manager',
      next: 'A manager has stopped this voucher, so nothing can be taken from it. Take another payment meanwhile.',
    },
    'issuer-declined': { title: 'Declined by the issuer', next: 'Ask for another way to pay. The issuer can explain the code below.' },
  } satisfies Record<RefusalReason, { title: string; next: string }>,
  leftToPay: (amount: string) => `${amount} still to pay`,
  leftOnVoucher: (amount: string) => `${amount} left on the voucher`,
  empty: { back: 'The voucher is empty. Give it back.', keep: 'The voucher is empty. Keep it.' },
  isBack: (amount: string) => `${amount} is back on the voucher.`,
  collect: 'Collect',
  details: 'Details',
  asked: 'Asked for',
  issuerCode: (code: string) => `Issuer’s code ${code}`,
  voucher: (name: string) => `Voucher ${name}`,
  openOn: (device: string, when: string) => `On ${device} since ${when}`,
  next: 'Next voucher',
  receipt: 'Print a receipt',
};

export type VerdictWords = typeof verdict;
