import { booked, cardsFrom } from '../support/stock-room.ts';
import { expect, test } from './support/test.ts';

test('stock staff activate a range of cards', async ({ openAs, world }) => {
  const page = await openAs('stock');
  await page.type({ role: 'textbox', name: 'First number' }, '000101');
  await page.type({ role: 'textbox', name: 'Last number' }, '000110');
  await page.type({ role: 'textbox', name: 'Number of cards counted' }, '10');
  await page.click({ role: 'button', name: 'Activate 10 cards' });
  await page.see({ role: 'heading', name: '10 of 10 cards are active' });
  await page.see({ role: 'article', name: 'Activation certificate' });
  expect(await booked(world, cardsFrom('000101', 10))).toEqual(new Set(['Active']));
  expect(await booked(world, cardsFrom('000111', 10))).toEqual(new Set(['Inactive']));
});

test('a manager finds a redemption and refunds it', async ({ openAs, world }) => {
  const page = await openAs('manager');
  await page.click({ role: 'link', name: 'Redeem' });
  await page.type({ role: 'textbox', name: 'Voucher number' }, '1000000050');
  await page.press('Enter');
  await page.see({ role: 'button', name: 'Enter an amount' });
  await page.write('1234');
  await page.click({ role: 'button', name: 'Redeem SGD 12.34' });
  await page.see({ role: 'heading', name: 'Redeemed' });
  await page.tab.open(`${world.origin}/transactions`);
  await page.click({ role: 'button', name: /^Open Redemption, SGD 12\.34, ··0050/ });
  await page.see({ role: 'dialog', name: 'Transaction' });
  await page.click({ role: 'button', name: 'Refund' });
  await page.click({ role: 'radio', name: 'Wrong amount' });
  await page.click({ role: 'button', name: /^Refund SGD/ });
  await page.click({ role: 'button', name: 'Done' });
  await page.read(/^Refunded: /m);
  expect(await world.refunds('1000000050')).toEqual([1234]);
});
