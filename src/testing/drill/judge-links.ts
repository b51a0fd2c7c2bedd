import type { LinkSale, LinkWish, ToldRegister } from './links.ts';

/**
 * What is wrong with what a register was told of one link, held against the books of the voucher service.
 *
 * | it was told | then |
 * |---|---|
 * | cancelled, or not taken | nothing is taken by what had been sent before, nor for that sale ever |
 * | taken | what had ended before is in the amount, and nothing that was not sent by then |
 * | unknown | no more than was taken by what had been sent |
 *
 * @param captured cents that the voucher service took for a redemption, by its id
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
