import { changeJournal, letManagersIn } from '../support/journal-file.ts';
import { nameOf, openPeople, unlock } from '../support/people.ts';
import { goTo } from '../support/places.ts';
import { openTill } from '../support/till.ts';
import { expect, openShop, PEOPLE, test } from '../support/world.ts';

test('a manager locked by wrong PINs sees the remaining time, and the server’s operator can unlock them', async ({
  page,
  context,
  world,
}) => {
  test.slow();
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  // Nine wrong PINs are made up: half of them would have to wait for minutes each.
  const manager = `(select 'person:' || id from person where name = '${PEOPLE.manager.name}')`;
  changeJournal(world, `insert into pin_guard (subject, failures, wait_until) values (${manager}, 9, unixepoch() * 1000)`);
  await nameOf(page, PEOPLE.manager.name).click();
  await page.keyboard.type('000000', { delay: 80 });
  await expect(page.getByText(/Locked after too many wrong PINs. Try again in (1 hour|60 minutes), or ask another manager./)).toBeVisible();
  await page.keyboard.type(PEOPLE.manager.pin, { delay: 80 });
  await expect(page.getByText(/Locked after too many wrong PINs. Try again in/)).toBeVisible();

  const said = await letManagersIn(world);
  expect(said.output).toContain(`Managers unlocked: ${PEOPLE.manager.name}.`);
  await page.reload();
  await unlock(page, PEOPLE.manager);
  await openPeople(page);
  await goTo(page, 'Audit trail');
  await expect(page.getByText('Managers unlocked from the server')).toBeVisible();
});
