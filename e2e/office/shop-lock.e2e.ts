import { faultsOf } from '../support/audit.ts';
import { changeJournal } from '../support/journal-file.ts';
import { nameOf, openPeople, unlock } from '../support/people.ts';
import { goTo } from '../support/places.ts';
import { openTill } from '../support/till.ts';
import { expect, joinShop, openShop, PEOPLE, test } from '../support/world.ts';

test('a shop that wrong PINs have locked is shown to managers, and one of them unlocks it', async ({ page, context, browser, world }) => {
  test.slow();
  await openShop(context, world);
  const second = await browser.newContext();
  await joinShop(context, second, world);
  const till = await second.newPage();
  await openTill(till, world.origin);
  await till.keyboard.press('F9');
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.manager);
  await openPeople(page);
  // Ninety-nine wrong PINs on other devices are made up: half of them would have to wait for minutes each.
  changeJournal(world, "insert into pin_guard (subject, failures, wait_until) values ('shop:main', 99, unixepoch() * 1000)");
  await nameOf(till, 'Ana').click();
  await till.keyboard.type('000000', { delay: 80 });
  await expect(till.getByText('Locked after too many wrong PINs. A manager can unlock it.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Only managers can sign in until it is unlocked.')).toBeVisible();
  expect.soft(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Unlock the shop' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The shop is unlocked.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlock the shop' })).toHaveCount(0);
  await till.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await expect(till.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();

  await goTo(page, 'Audit trail');
  await expect(page.getByText('Shop unlocked')).toBeVisible();
  await second.close();
});
