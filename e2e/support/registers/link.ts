import type { BrowserContext, Page } from '@playwright/test';
import type { FakeRegister } from '../fake-register.ts';
import { nameOf, unlock } from '../people.ts';
import { wedge } from '../till.ts';
import { ask, PEOPLE, type World } from '../world.ts';
import type { Chance } from './chance.ts';

/** A cashier who has the sale of a link in a browser that is closed in the middle, at a till whose server is killed again and again. */

/** Steps at which the browser is closed. */
export const CLOSINGS = ['before signing in', 'on the voucher', 'right after Redeem', 'at the verdict', 'before coming back'] as const;
export type Closing = (typeof CLOSINGS)[number];

export interface LinkSale {
  readonly reference: string;
  /** Returned to the register; unique for each sale. */
  readonly state: string;
  readonly due: number;
  /** Scanned one after the other until the amount is paid. */
  readonly refs: readonly string[];
  /** Null: it stays open. */
  readonly closing: Closing | null;
}

export interface LinkCounts {
  closed: number;
  /** The number of returns with an unknown outcome. */
  unknown: number;
  /** The number of reloads because nothing progressed. */
  stuck: number;
}

export interface LinkTill {
  readonly context: BrowserContext;
  readonly world: World;
  readonly register: FakeRegister;
  readonly chance: Chance;
  readonly counts: LinkCounts;
}

const SALE_WITHIN_MS = 600_000;
const LOOK_EVERY_MS = 150;
const STUCK_AFTER_MS = 12_000;
const ACT_WITHIN_MS = 4_000;
/** The element may have disappeared. */
const PRESS_WITHIN_MS = 1_000;

/** A state of the page as a user sees it, and the user's reaction. */
interface Place {
  readonly name: string;
  /** Set if the browser is closed in this state. */
  readonly closings?: readonly Closing[];
  readonly act: () => Promise<void>;
}

/**
 * Opens the link, and again after the browser was closed or returned with an unknown outcome, until
 * the register receives the result.
 * @throws Error if that takes too long
 */
export async function sellByLink(till: LinkTill, sale: LinkSale): Promise<void> {
  const { context, world, register, counts } = till;
  const settled = () => register.told().some(({ query }) => query.get('state') === sale.state && query.get('status') !== 'unknown');
  const visits = () => register.told().filter(({ query }) => query.get('state') === sale.state).length;
  const deadline = Date.now() + SALE_WITHIN_MS;
  const link = register.link(world.origin, {
    amount: String(sale.due),
    reference: sale.reference,
    state: sale.state,
  });
  const unused = [...sale.refs];
  let closing = sale.closing;
  let page = await context.newPage();
  let last = { place: '', since: Date.now(), visits: visits() };
  const open = () => page.goto(link, { timeout: ACT_WITHIN_MS }).then(nothing, nothing);
  if (closing === 'before signing in') await signOut(till);
  await open();
  while (!settled()) {
    if (Date.now() > deadline) throw new Error(`${sale.reference} was not told its end; the page is at ${last.place}`);
    const place = await placeOf(page, till, unused);
    if (closing !== null && place.closings?.includes(closing) === true) {
      if (closing === 'right after Redeem') await place.act().then(nothing, nothing);
      await page.close();
      closing = null;
      counts.closed += 1;
      page = await context.newPage();
      await open();
      continue;
    }
    if (visits() > last.visits) {
      counts.unknown += 1;
      last = { place: 'back', since: Date.now(), visits: visits() };
      await open();
      continue;
    }
    if (place.name !== last.place) last = { ...last, place: place.name, since: Date.now() };
    /* The server may be down meanwhile; the next round shows that. */
    await place.act().then(nothing, nothing);
    if (Date.now() - last.since > STUCK_AFTER_MS) {
      counts.stuck += 1;
      last = { ...last, since: Date.now() };
      await open();
    }
  }
  await page.close();
}

const nothing = () => undefined;
const wait = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_EVERY_MS));

async function signOut({ context, world }: LinkTill): Promise<void> {
  /* If the server is down, a user is still signed in for this sale. */
  await ask(context.request, world, 'DELETE', '/api/session').then(nothing, nothing);
}

/** The next action of a user. The button of a verdict covers the one next to the sale. */
async function placeOf(page: Page, till: LinkTill, unused: string[]): Promise<Place> {
  const { chance, register } = till;
  if (page.url().startsWith(register.origin)) return { name: 'register', act: wait };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).last();
  const isThere = (name: string | RegExp) => button(name).isVisible();
  const press = (name: string | RegExp) => () => button(name).click({ timeout: PRESS_WITHIN_MS });
  if (await nameOf(page, PEOPLE.cashier.name).isVisible())
    return { name: 'locked', closings: ['before signing in'], act: () => unlock(page, PEOPLE.cashier) };
  if (await isThere('Cancel it and try again')) return { name: 'Not received', act: press('Cancel it and try again') };
  if (await isThere(/^Redeem SGD/))
    return { name: 'voucher', closings: ['on the voucher', 'right after Redeem'], act: press(/^Redeem SGD/) };
  if (await isThere('Next voucher')) return { name: 'verdict', closings: ['at the verdict'], act: press('Next voucher') };
  const isOver = await page.getByRole('heading', { level: 1, name: 'Redeemed' }).isVisible();
  if (await isThere('Back to the register: not confirmed yet'))
    return { name: 'unknown', act: chance.is(0.05) ? press('Back to the register: not confirmed yet') : wait };
  if (await isThere('Back to the register'))
    return { name: 'back', closings: [isOver ? 'at the verdict' : 'before coming back'], act: press('Back to the register') };
  const ref = unused[0];
  const canScan = await page.getByRole('textbox', { name: 'Voucher number' }).isVisible();
  if (canScan && ref !== undefined && (await isThere(/^(Cancel and go back|Back to the register: .* left to pay)$/)))
    return {
      name: `scan ${unused.length}`,
      act: async () => {
        await wedge(page, ref);
        await button(/^Redeem SGD/).waitFor({ timeout: ACT_WITHIN_MS });
        unused.shift();
      },
    };
  if (ref === undefined && (await isThere(/^Back to the register: .* left to pay$/)))
    return { name: 'part', closings: ['before coming back'], act: press(/^Back to the register: .* left to pay$/) };
  if (ref === undefined && (await isThere('Cancel and go back')))
    return { name: 'cancel', closings: ['before coming back'], act: press('Cancel and go back') };
  if (await isThere('Back to the register: nothing redeemed'))
    return { name: 'nothing redeemed', closings: ['before coming back'], act: press('Back to the register: nothing redeemed') };
  if (await isThere('Try again')) return { name: 'try again', act: press('Try again') };
  return { name: 'waiting', act: wait };
}
