import type { MetLimit } from '../../../contract/access/sale-limit.ts';
import { pluralsOf } from '../../words/plural.ts';

const plural = pluralsOf('en');

/** Texts before an operation: a PIN, a manager's approval, the fraud notice. */
export const en = {
  own: 'Enter your PIN again',
  ownLead: 'This is above the limit for one transaction or one hour. Enter your PIN to confirm.',
  pin: 'Your PIN',
  confirm: 'Confirm and send',
  title: 'A manager has to approve this',
  lead: 'Ask a manager to enter their PIN here. You stay signed in. The approval is for this one action and is saved with both names.',
  manager: 'Manager',
  managerPin: 'Manager’s PIN',
  pinOf: (name: string) => `PIN for ${name}`,
  sixth: 'Approves automatically after the sixth digit.',
  checking: 'Checking',
  nobody: 'No manager is set up on this till.',
  noOtherManager: 'No other manager can approve this now. If one was removed today, try again after 24 hours.',
  kinds: {
    tender: 'Redemption',
    refund: 'Refund',
    issue: 'Voucher sale',
    activation: 'Card activation',
    reprint: 'Reprint or resend',
  },
  limits: {
    card: 'Value of one voucher sold',
    order: 'Value of all vouchers in one sale',
    vouchers: 'Number of vouchers in one sale',
    typed: 'Number typed by hand',
    'voucher-day': 'Redeemed from one voucher per day',
    refund: 'One refund',
    'own-refund': 'Refund by the person who redeemed',
    reprint: 'Vouchers printed or sent again at once',
    cards: 'Cards activated at once',
    'closed-cards': 'Cards activated outside opening hours',
    'hour-sum': 'Vouchers issued within an hour',
    'hour-cards': 'Cards activated within an hour',
  } satisfies Record<MetLimit['kind'], string>,
  rule: (what: string, above: string, isOther: boolean) =>
    `${what}: above ${above}, ${isOther ? 'another manager' : 'a manager'} has to approve.`,
  cards: (count: number) => plural(count, { one: '# card', other: '# cards' }),
  vouchers: (count: number) => plural(count, { one: '# voucher', other: '# vouchers' }),
  notice:
    'Vouchers are for gifts and shopping. If anyone asks you to pay them with a voucher, or asks for its number, it is fraud. Hang up and talk to us.',
};

/** The texts that every language has. */
export type ApprovalMessages = typeof en;

declare module '../../words/page-words.ts' {
  interface PageMessages {
    readonly approval: ApprovalMessages;
  }
}
