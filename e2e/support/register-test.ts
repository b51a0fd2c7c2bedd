import type { Page } from '@playwright/test';
import { type FakeRegister, startFakeRegister } from './fake-register.ts';
import { ask, test as base, openShop, signIn } from './world.ts';

/** A shop with a register on another origin, which a manager has listed. */
export const test = base.extend<{ register: FakeRegister }>({
  register: async ({ context, world }, use) => {
    const register = await startFakeRegister();
    await openShop(context, world);
    await signIn(context, world, 'manager');
    await ask(context.request, world, 'POST', '/api/registers', { origin: register.origin, name: 'Front register' });
    await signIn(context, world, 'cashier');
    await use(register);
    await register.close();
  },
});

/** The till's bar about the register's sale. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Sale for Front register' });
export const atRegister = (page: Page) => page.getByRole('heading', { name: 'Back at the register' });
