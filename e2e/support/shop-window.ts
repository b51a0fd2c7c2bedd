import type { APIRequestContext, Page } from '@playwright/test';
import { type IssuerProxy, startIssuerProxy } from './issuer-proxy.ts';
import { test as base, expect, type World } from './world.ts';

/** A voucher in the issuer's own books; amounts are cents. */
export interface Booked {
  readonly ref: string;
  readonly voucherId: string;
  readonly productCode: string;
  readonly faceValue: number;
  readonly status: string;
}

/** A sale that a story ordered, on its page and in the issuer's books. */
export interface Sale {
  readonly id: string;
  /** As {@link expectSale}. */
  readonly expectToStand: (here: string, standing?: string) => Promise<void>;
  /** As {@link expectBooksAgree}. */
  readonly booked: () => Promise<readonly Booked[]>;
  /** Has those issued that are missing. */
  readonly issueRest: (missing: number) => Promise<void>;
}

/**
 * A world with a proxy between the server and the client API, which can disturb requests for
 * vouchers.
 */
export const test = base.extend<{
  issuer: IssuerProxy;
  sold: () => Promise<readonly Booked[]>;
  order: (quantity: number) => Promise<Sale>;
}>({
  issuer: async ({ browserName }, use) => {
    /*
     * Playwright derives a fixture's dependencies from the braces, and does not accept empty ones.
     */
    void browserName;
    const issuer = await startIssuerProxy();
    await use(issuer);
    await issuer.close();
  },
  settings: async ({ issuer }, use) => {
    /* Longer than a busy machine stalls, and short enough to wait for. */
    await use({ CLIENT_BASE_URL: `${issuer.origin}/client`, UPSTREAM_TIMEOUT_MS: '4000' });
  },
  /** Every voucher that the books have and did not have when the story began. */
  sold: [
    async ({ world, issuer }, use) => {
      issuer.leadTo(world.service);
      const before = new Set((await books(world)).map(({ ref }) => ref));
      await use(async () => (await books(world)).filter(({ ref }) => !before.has(ref)));
    },
    { auto: true },
  ],
  /** Orders this number of vouchers on the page of the test. */
  order: async ({ page, context, world, sold }, use) => {
    await use(async (quantity) => {
      const id = await sell(page, world, quantity);
      return {
        id,
        expectToStand: (here, standing) => expectSale(page, here, standing),
        booked: () => expectBooksAgree(context.request, world, id, sold),
        issueRest: (missing) => page.getByRole('button', { name: `Issue the ${missing} missing vouchers` }).click(),
      };
    });
  },
});

async function books({ service }: World): Promise<readonly Booked[]> {
  const answer = await fetch(`${service}/sandbox/ledger`);
  return ((await answer.json()) as { vouchers: readonly Booked[] }).vouchers;
}

/** Opens the catalogue and chooses a product. */
export async function choose(page: Page, { origin }: World, name: string): Promise<void> {
  await page.goto(`${origin}/sell`);
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('heading', { name })).toBeFocused();
}

/**
 * Orders this number of vouchers of ten dollars, and ends on the page of the sale. @returns its id
 */
export async function sell(page: Page, world: World, quantity: number, name = '$10 Sample Voucher'): Promise<string> {
  await choose(page, world, name);
  await page.getByLabel('How many').fill(String(quantity));
  await page.getByRole('button', { name: /^Issue/ }).click();
  await page.waitForURL(/\/sell\/[0-9a-f-]{36}$/);
  return page.url().slice(-36);
}

/**
 * Expects the number of received vouchers and the state of the sale; for a finished one, the number
 * issued.
 */
export async function expectSale(page: Page, here: string, standing?: string): Promise<void> {
  await expect(page.getByRole('heading', { name: here })).toBeVisible({ timeout: 40_000 });
  if (standing === undefined) return;
  await expect(page.getByText(standing, { exact: true }).first()).toBeVisible({ timeout: 40_000 });
}

/** Compares the codes in the page with the issuer's books: the same vouchers, each once. */
export async function expectBooksAgree(
  request: APIRequestContext,
  { origin }: World,
  id: string,
  sold: () => Promise<readonly Booked[]>,
): Promise<readonly Booked[]> {
  const issue = (await (await request.get(`${origin}/api/issues/${id}`)).json()) as { vouchers: { last4: string }[] };
  const booked = await sold();
  const inOrder = (ends: readonly string[]) => ends.toSorted((a, b) => (a < b ? -1 : 1));
  expect(inOrder(issue.vouchers.map(({ last4 }) => last4))).toEqual(inOrder(booked.map(({ ref }) => ref.slice(-4))));
  return booked;
}
