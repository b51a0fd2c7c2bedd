import type { BrowserContext, Page } from '@playwright/test';
import { seededRandom } from '../../src/sandbox/faults.ts';
import { ask, expect, openShop, PEOPLE, signIn, type World } from './world.ts';

/** A range as people list it. */
export interface Cards {
  readonly start: string;
  readonly end: string;
  readonly count: number;
}

/** A range of cards from this number on, with its leading zeros. */
export function cardsFrom(start: string, count: number): Cards {
  return { start, end: String(Number(start) + count - 1).padStart(start.length, '0'), count };
}

/** The states of a range's cards in the issuer's own books. */
export async function booked(world: World, { start, end }: Pick<Cards, 'start' | 'end'>): Promise<Set<string>> {
  return new Set(
    [...(await world.cards())].filter(([card]) => card.length === start.length && card >= start && card <= end).map(([, state]) => state),
  );
}

/** Sets the shop up with a stock person, who is then signed in. */
export async function openStockRoom(context: BrowserContext, world: World): Promise<void> {
  await openShop(context, world);
  await addStock(context, world);
  await signIn(context, world, 'stock');
}

/** Adds the stock person; the manager is signed in afterwards. */
export async function addStock(context: BrowserContext, world: World): Promise<void> {
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'POST', '/api/people', { ...PEOPLE.stock, role: 'stock' });
}

/** Opens the home page of stock staff, and waits until it accepts input. */
export async function openActivate(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await expect(page.getByRole('heading', { level: 1, name: 'Activate cards' })).toBeVisible();
}

/** Puts counted ranges on the list by pasting them. */
export async function paste(page: Page, ranges: readonly Cards[]): Promise<void> {
  await page.getByRole('button', { name: 'Import a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a list of ranges' });
  await dialog.getByRole('textbox', { name: 'List' }).fill(ranges.map(({ start, end, count }) => `${start}, ${end}, ${count}`).join('\n'));
  await dialog.getByRole('button', { name: 'Add to list' }).click();
}

/** A list as a file. */
export function listFile(text: string) {
  return { name: 'cards.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** Returns a seed with which the voucher service fails only the call at `position`. */
export function seedStriking(position: number, calls: number, share: number): number {
  for (let seed = 1; ; seed += 1) {
    const random = seededRandom(seed);
    if (Array.from({ length: calls }, random).every((drawn, index) => drawn < share === (index === position))) return seed;
  }
}

export const activate = (page: Page, cards: string) => page.getByRole('button', { name: `Activate ${cards}` });
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const certificate = (page: Page) => page.getByRole('article', { name: 'Activation certificate' });
