import { goTo } from '../support/places.ts';
import { atRegister, bar, test } from '../support/register-test.ts';
import { expect, signIn } from '../support/world.ts';

/** Texts of the page for registers that request redemptions by link. */

test('a manager adds a register to the list and removes it', async ({ page, context, world, register }) => {
  await signIn(context, world, 'manager');
  await page.goto(world.origin);
  await goTo(page, 'Connections');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bar');
  await page.getByLabel('Address of the register’s pages').fill('https://bar.example/till');
  await page.getByRole('button', { name: 'Add a register' }).click();
  await expect(page.getByText('Enter the address without a path')).toBeVisible();
  await page.getByLabel('Address of the register’s pages').fill('https://bar.example');
  await page.getByRole('button', { name: 'Add a register' }).click();
  await expect(page.getByText('Bar can now open this till by link.')).toBeVisible();
  await expect(page.getByText(`${world.origin}/.well-known/tillside.json`)).toBeVisible();
  await page.getByRole('button', { name: 'Remove Front register' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Front register is removed.')).toBeVisible();
  await expect(page.getByText(register.origin)).toHaveCount(0);
  await goTo(page, 'Audit trail');
  for (const action of ['Register added', 'Register removed']) await expect(page.getByText(action).first()).toBeVisible();
});

test('a signed link with an altered amount is refused', async ({ page, context, world, register }) => {
  await signIn(context, world, 'manager');
  await page.goto(world.origin);
  await goTo(page, 'Connections');
  await page.getByRole('button', { name: 'Require signed links from Front register' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Require signed links' }).click();
  const secret = await page.getByText(/^ls_/).innerText();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText('signs its links', { exact: true })).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  expect(world.log()).not.toContain(secret.slice(3));

  await signIn(context, world, 'cashier');
  await page.goto(register.link(world.origin));
  await expect(page.getByText('The signature is not valid')).toBeVisible();
  register.signsWith(secret);
  await page.goto(register.link(world.origin).replace('amount=2340', 'amount=100'));
  await expect(page.getByText('The signature is not valid')).toBeVisible();
  await page.goto(register.link(world.origin));
  await expect(bar(page)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(atRegister(page)).toBeVisible();
  expect(await register.back(world.origin)).toMatchObject({ status: 'cancelled', asked: '2340', amount: '0' });
});
