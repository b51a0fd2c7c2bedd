import { faultsOf } from '../support/audit.ts';
import { activate, cardsFrom, openActivate, openStockRoom, paste, seedStriking } from '../support/stock-room.ts';
import { wedge } from '../support/till.ts';
import { expect, PEOPLE, signIn, test } from '../support/world.ts';

/* Recording a trace would take longer than all checks. */
test.use({ trace: 'off' });

test('the activation screens have no accessibility violations, on a dark phone and on a till', async ({ page, context, world }) => {
  test.setTimeout(240_000);
  await openStockRoom(context, world);
  await openActivate(page, world.origin);
  const look = async (name: string) => expect.soft(await faultsOf(page), name).toEqual([]);
  await page.getByRole('textbox', { name: 'First number' }).fill('000101');
  await page.getByRole('textbox', { name: 'Last number' }).fill('000150');
  await page.getByRole('textbox', { name: 'Number of cards counted' }).fill('49');
  await paste(page, [cardsFrom('000201', 60), { ...cardsFrom('000261', 20), count: 19 }, cardsFrom('000270', 5)]);
  await look('a list with faults');
  await page.getByRole('button', { name: 'Import a list' }).click();
  await look('pasting');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Look up a card' }).click();
  await look('checking');
  await page.keyboard.press('Escape');
  for (const span of ['000261 to 000280', '000270 to 000274'])
    await page.getByRole('button', { name: `Remove ${span} from the list` }).click();
  await page.getByRole('textbox', { name: 'Number of cards counted' }).fill('50');
  await page.getByLabel('Your PIN').fill(PEOPLE.stock.pin);
  await look('the last tap');
  await world.strike('dropAfterCommit', { share: 0.4, seed: seedStriking(1, 2, 0.4) });
  await activate(page, '110 cards').click();
  await expect(page.getByText('The response was lost.')).toBeVisible();
  await world.strike(null);
  await look('a certificate');
  await signIn(context, world, 'manager');
  await page.reload();
  await page.getByRole('button', { name: 'Deactivate 000201 to 000260' }).click();
  await look('taking back');
  await page.goto(`${world.origin}/activate`);
  await page.getByRole('radio', { name: 'One by one' }).check();
  await wedge(page, '000604');
  await expect(page.getByText('Issuer’s message: Cancelled')).toBeVisible();
  await look('card after card');
});
