import type { BrowserContext, Locator, Page } from '@playwright/test';
import { ask, type World } from './world.ts';

/** Checks a screen once its sign is visible. */
export type Look = (screen: string, sign: Locator) => Promise<void>;

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const panelOf = (page: Page, says: RegExp) => page.getByRole('region').getByText(says);
export const dialog = (page: Page) => page.getByRole('dialog').last();

const PINS = { cashier: '480317', stock: '592806', manager: '736140' } as const;

/** Signs one of the practice people in. */
export async function practiseAs({ request }: BrowserContext, world: World, role: keyof typeof PINS): Promise<void> {
  const people = (await (await request.get(`${world.origin}/api/people`)).json()) as { id: string; role: string }[];
  await ask(request, world, 'POST', '/api/session', { personId: people.find((one) => one.role === role)?.id, pin: PINS[role] });
}
