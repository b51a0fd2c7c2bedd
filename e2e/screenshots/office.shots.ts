import { ADDRESSES } from '../../src/pwa/shell/addresses.ts';
import { activate, cardsFrom, heading, openActivate, openStockRoom, paste } from '../support/stock-room.ts';
import { openTill, redeem, verdict, wedge } from '../support/till.ts';
import { openShop, PEOPLE, signIn } from '../support/world.ts';
import { test } from './support/shoot.ts';

test.describe('on the sandbox', () => {
  test.use({ settings: { VOUCHER_SERVICE: 'sandbox' } });

  test('practice', async ({ page, world, shoot }) => {
    await page.goto(world.origin);
    await page.getByRole('button', { name: 'Try training mode' }).waitFor();
    await shoot('first', { whole: true });
    await page.getByRole('button', { name: 'Try training mode' }).click();
    await page.getByRole('button', { name: /^Training stock/ }).click();
    await page.keyboard.type('592806', { delay: 80 });
    await page.getByRole('link', { name: 'Training vouchers', exact: true }).click();
    await page.getByRole('img', { name: 'Bar code' }).last().waitFor();
    await shoot('practice');
    await page.getByRole('button', { name: 'Show full size: Four coffees' }).click();
    await shoot('practice-large');
  });
});

test('arriving', async ({ page, context, browser, world, shoot }) => {
  await page.goto(world.origin);
  await heading(page, 'Set up this shop').waitFor();
  await shoot('set-up', { whole: true });
  await page.getByRole('link', { name: 'Check this server and browser' }).click();
  await page.getByText('Voucher service: OK').waitFor();
  await shoot('server-check', { whole: true });
  await page.getByRole('link', { name: 'Continue' }).click();
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await heading(page, 'Sign in').waitFor();
  await shoot('unlock');
  await page.getByRole('button', { name: PEOPLE.cashier.name }).last().click();
  await shoot('unlock-pin');
  await page.keyboard.type('000000', { delay: 80 });
  await page.getByText('Wrong PIN. 9 attempts left.').waitFor();
  await shoot('unlock-wrong-pin');
  const stranger = await browser.newPage();
  await stranger.goto(world.origin);
  await heading(stranger, 'Enrol this device').waitFor();
  await shoot('enrol', { of: stranger, whole: true });
  await stranger.close();
});

test('activating', async ({ page, context, world, shoot }) => {
  await openStockRoom(context, world);
  await openActivate(page, world.origin);
  await page.getByRole('textbox', { name: 'First number' }).fill('000101');
  await page.getByRole('textbox', { name: 'Last number' }).fill('000150');
  await page.getByRole('textbox', { name: 'Number of cards counted' }).fill('49');
  await shoot('activate-range', { whole: true });
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Import a list' }).click();
  await page.getByRole('textbox', { name: 'List' }).fill('000101, 000110, 10\n000111, 000120, 10');
  await shoot('activate-paste');
  await page.keyboard.press('Escape');
  await paste(page, [cardsFrom('000101', 10), cardsFrom('000111', 10), cardsFrom('000121', 10)]);
  await shoot('activate-list', { whole: true });
  await activate(page, '30 cards').click();
  await heading(page, '30 of 30 cards are active').waitFor();
  await shoot('activate-result', { whole: true });
  await page.getByRole('button', { name: 'Look up a card' }).click();
  await wedge(page, await world.cardRef('000120'));
  await page.getByText('Active, as expected.').waitFor();
  await shoot('check-card');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Rack count' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rack count' }).waitFor();
  const cards = [...(await Promise.all(['000120', '000131', '000132'].map(world.cardRef))), 'ZZ987654321'];
  for (const [counted, card] of cards.entries()) {
    await wedge(page, card);
    await page.getByText(counted === 0 ? '1 card counted' : `${counted + 1} cards counted`).waitFor();
  }
  await shoot('rack-count', { whole: true });
  await openActivate(page, world.origin);
  await page.getByRole('radio', { name: 'One by one' }).check();
  for (const card of ['000501', '000502', '000604']) await wedge(page, card);
  await page.getByText('Issuer’s message: Cancelled').waitFor();
  await shoot('activate-one-by-one', { whole: true });
  await openActivate(page, world.origin);
  await page.getByRole('radio').first().check();
  await paste(page, [cardsFrom('000201', 10)]);
  await world.strike('dropAfterCommit');
  await activate(page, '10 cards').click();
  await page.getByRole('button', { name: /^Send .* again$/ }).waitFor();
  await shoot('activate-partly-known', { whole: true });
});

test('selling', async ({ page, context, world, shoot }) => {
  await openShop(context, world);
  await page.goto(`${world.origin}/sell`);
  await page.getByRole('button', { name: '$10 Sample Voucher' }).waitFor();
  await shoot('sell-catalogue', { whole: true });
  await page.getByRole('button', { name: 'Sample Voucher of your amount' }).click();
  await page.getByLabel('Value of each voucher').fill('12.50');
  await page.getByLabel('How many').fill('30');
  await shoot('sell-form', { whole: true });
  await page.getByRole('button', { name: /^Issue/ }).click();
  await page.getByRole('heading', { name: '30 vouchers issued' }).waitFor();
  await shoot('sell-result', { whole: true });
  await page.getByRole('button', { name: 'Show voucher 1', exact: true }).click();
  await page.getByRole('img', { name: 'Bar code' }).waitFor();
  await shoot('sell-voucher');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await shoot('sell-print');
  await page.keyboard.press('Escape');
  await signIn(context, world, 'manager');
  await page.reload();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByText('Vouchers with a balance: 30 of 30.').waitFor();
  await shoot('take-back');
});

test.describe('with a month of transactions', () => {
  test.use({ settings: { SANDBOX_TRANSACTIONS: '3000', MERCHANT_MID: '000000012345678' } });

  test('the office', async ({ page, context, world, shoot }) => {
    await openShop(context, world);
    await openTill(page, world.origin);
    await redeem(page, '1000000050', '12.34');
    await verdict(page, 'Redeemed').waitFor();
    await page.goto(`${world.origin}/transactions`);
    await page
      .getByRole('button', { name: /^Open / })
      .first()
      .waitFor();
    await shoot('own-transactions', { whole: true });
    await signIn(context, world, 'manager');
    /* The shop's days, in Singapore. */
    const day = (ago: number) => new Date(Date.now() + 8 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`${world.origin}/transactions?period=custom&from=${day(30)}&to=${day(0)}`);
    await page.getByRole('button', { name: /Redemption, SGD.12\.34, ··0050/ }).waitFor();
    await page.getByRole('progressbar', { name: 'Period' }).waitFor({ state: 'detached' });
    await shoot('transactions');
    await page.getByRole('button', { name: /Redemption, SGD.12\.34, ··0050/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Transaction' });
    await sheet.getByText('Ana, Till 1').waitFor();
    await shoot('transaction');
    await sheet.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('dialog').last().getByRole('radio').first().check();
    await shoot('refund');
    await page.goto(`${world.origin}/closings/days?day=${day(0)}`);
    await page.getByText('Issuer total').first().waitFor();
    await shoot('day', { whole: true });
    await page.goto(`${world.origin}/today`);
    await page.getByText('All clear').waitFor();
    await shoot('attention-none');
    await page.goto(`${world.origin}/people`);
    await page.getByRole('heading', { name: 'Add a staff member' }).waitFor();
    await shoot('people', { whole: true });
    await page.goto(`${world.origin}/tills`);
    await page.getByRole('button', { name: 'Create a code' }).click();
    await page.getByRole('img', { name: 'QR code that opens this shop and fills in the code' }).waitFor();
    await shoot('devices', { whole: true });
    await page.goto(`${world.origin}/connections`);
    await page.getByText('No registers yet.').waitFor();
    await shoot('connections');
    await page.goto(`${world.origin}/people`);
    await page.getByRole('button', { name: /Ana/ }).first().click();
    await page.getByRole('dialog').waitFor();
    await shoot('person');
    await page.goto(`${world.origin}/audit`);
    await page.getByRole('table').waitFor();
    await shoot('trail', { whole: true });
    for (const name of ['shifts', 'stories', 'statement', 'match', 'books', 'holds', 'exceptions'] as const) {
      await page.goto(world.origin + ADDRESSES[name]);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await shoot(name, { whole: true });
    }
    for (const name of ['shop', 'limits', 'till', 'codes', 'receipts'] as const) {
      await page.goto(world.origin + ADDRESSES[name]);
      await page.getByRole('main').getByRole('button').first().waitFor();
      await shoot(name, { whole: true });
    }
    await page.goto(`${world.origin}/nowhere`);
    await shoot('not-found');
  });
});
