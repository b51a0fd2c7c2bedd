import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import type { FakeRegister } from '../fake-register.ts';
import { ask, type World } from '../world.ts';
import type { Chance } from './chance.ts';
import type { LinkSale } from './link.ts';

/** Attacks on registers while they sell: links are altered in transit, and keys are replaced. */

/** A key as its program has it; the secret changes when a new one is entered there. */
export interface KeyInUse {
  readonly id: string;
  secret: string;
}

export interface AttackCounts {
  /** Links that were altered, and refused by a server that was there. */
  altered: number;
  /** The number of replaced keys, and of requests for a new secret that got no answer. */
  replaced: number;
  unheard: number;
}

/** An amount that a dishonest user would prefer. */
const CHEAP = 100;
/** Until a person has copied a new secret into a program. */
const BROUGHT_WITHIN_MS = 3_000;
const AGAIN_MS = 200;

/**
 * Opens the link of a sale with another amount, like a dishonest user at the till.
 * @throws Error if the server accepts it
 */
export async function alterLink(
  { context, world, register, counts }: { context: BrowserContext; world: World; register: FakeRegister; counts: AttackCounts },
  { due, reference, state }: LinkSale,
): Promise<void> {
  const query = new URL(register.link(world.origin, { amount: String(due), reference, state })).searchParams;
  const returnUrl = query.get('return_url');
  const sig = query.get('sig');
  const data = { amount: CHEAP, currency: 'SGD', reference, state, returnUrl, sig };
  const headers = { 'X-Tillside': '1', Origin: world.origin };
  const address = `${world.origin}/api/pay-links/${randomUUID()}`;
  /* The server may be down, and no user may be signed in. */
  const answer = await context.request.put(address, { data, headers }).catch(() => null);
  if (answer === null || answer.status() === 401 || answer.status() >= 500) return;
  const { error } = (await answer.json()) as { error?: { code?: string } };
  if (error?.code !== 'link-not-signed') throw new Error(`an altered link was answered ${answer.status()} ${error?.code ?? ''}`);
  counts.altered += 1;
}

/**
 * Replaces a key while its program sells, and enters the new secret there a while later. After a
 * lost answer, the request is repeated.
 */
export async function replaceKey(
  { context, world, chance, counts }: { context: BrowserContext; world: World; chance: Chance; counts: AttackCounts },
  key: KeyInUse,
  withinMs: number,
): Promise<void> {
  await sleep(chance.below(withinMs));
  for (;;) {
    const made = await ask(context.request, world, 'POST', `/api/keys/${key.id}/replace`).catch(() => null);
    if (made === null) {
      counts.unheard += 1;
      await sleep(AGAIN_MS);
      continue;
    }
    await sleep(chance.below(BROUGHT_WITHIN_MS));
    key.secret = made['key'] ?? '';
    counts.replaced += 1;
    return;
  }
}
