import type { LinkSale, LinkWish, ToldRegister } from './links.ts';

/**
 * Returns the false answers to a register about one link, compared with the voucher service's
 * ledger.
 *
 * | answer | must be true |
 * |---|---|
 * | cancelled, or not redeemed | nothing is redeemed by requests before it, nor ever for that sale |
 * | redeemed | all that ended before is in the amount, and nothing that was not sent by then |
 * | unknown | no more was redeemed than the requests before it asked for |
 *
 * @param captured cents that the voucher service redeemed for a redemption, by its id
 */
export function falseWords({ link, wishes, told, unbelieved }: LinkSale, captured: (id: string) => number): string[] {
  const sum = (some: readonly LinkWish[]) => some.reduce((all, { wish }) => all + captured(wish.id), 0);

  function isFalse({ outcome, amount, saleId, askedAt, heardAt }: ToldRegister): boolean {
    if (amount > sum(wishes.filter(({ sentAt }) => sentAt <= heardAt))) return true;
    if (outcome === 'unknown') return false;
    if (outcome === 'taken') return amount < sum(wishes.filter(({ settledAt }) => settledAt !== null && settledAt <= askedAt));
    return sum(wishes.filter(({ sentAt, wish }) => sentAt <= askedAt || wish.sale?.saleId === saleId)) > 0;
  }

  const taken = sum(wishes);
  const said = told.filter(isFalse).map(({ outcome, amount, saleId }) => `${outcome} ${amount} (sale ${saleId}), and ${taken} were taken`);
  return [...said, ...unbelieved].map((words) => `${link.reference} was told ${words}`);
}
