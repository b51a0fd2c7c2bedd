import { randomUUID } from 'node:crypto';
import { tenderViewSchema } from '../../contract/redemption/tender.ts';
import { activationViewSchema } from '../../features/gift-cards/contract/activation.ts';
import { issueViewSchema } from '../../features/selling/contract/issue.ts';
import { at } from '../rigs/people.ts';
import type { Findings } from './access.ts';
import { type AttackedShop, problemOf } from './shop.ts';
import type { Upstream } from './upstream.ts';

/** Objects that people of a shop created, and their secrets. */
export interface Things {
  readonly tenderId: string;
  readonly refundId: string;
  readonly issueId: string;
  readonly activationId: string;
  /** The issuer's id of what Ana took. */
  readonly captureId: string;
  /** Refs, links and PINs of vouchers, which allow redemption. */
  readonly secrets: readonly string[];
  /** Those that only the seller may see. */
  readonly sold: readonly string[];
}

const PRODUCT = 'ABCV050SG01';
const CARDS = { start: '000110', end: '000111', count: 2 };

/** Cards that no other shop activates. @param shop its number; the first is 0 */
export function cardsOfShop(shop: number): typeof CARDS {
  const start = Number(CARDS.start) + shop * CARDS.count;
  const sequence = (card: number) => String(card).padStart(CARDS.start.length, '0');
  return { start: sequence(start), end: sequence(start + CARDS.count - 1), count: CARDS.count };
}

/** Ana redeems, undoes a redemption and sells; Sam activates. Every call must succeed. */
export async function makeThings({ send, ana, sam }: AttackedShop, upstream: Pick<Upstream, 'newRefs'>, cards = CARDS): Promise<Things> {
  const [taken = '', given = ''] = await upstream.newRefs(2);
  const tenderId = randomUUID();
  const undoneId = randomUUID();
  const refundId = randomUUID();
  const issueId = randomUUID();
  const activationId = randomUUID();
  const tender = (code: string) => ({ code, amount: 1_000, currency: 'SGD' });
  const first = tenderViewSchema.parse(json(await send(ana, 'PUT', `/api/tenders/${tenderId}`, tender(taken))));
  expectState(first, 'captured');
  if (first.captureId === null) throw new Error('a capture has no id');
  expectState(tenderViewSchema.parse(json(await send(ana, 'PUT', `/api/tenders/${undoneId}`, tender(given)))), 'captured');
  await send(ana, 'PUT', `/api/refunds/${refundId}`, { tenderId: undoneId, reason: 'a mistake' });
  const issue = issueViewSchema.parse(json(await send(ana, 'PUT', `/api/issues/${issueId}`, { productCode: PRODUCT, quantity: 2 })));
  expectState(issue, 'done');
  const printed = json(await send(ana, 'POST', `/api/issues/${issueId}/print`, { print: randomUUID() }));
  const sold = bearerTexts(printed);
  if (sold.length === 0) throw new Error('nothing was sold');
  const ranges = { ranges: [cards] };
  expectState(activationViewSchema.parse(json(await send(sam, 'PUT', `/api/activations/${activationId}`, ranges))), 'done');
  return { tenderId, refundId, issueId, activationId, sold, captureId: first.captureId, secrets: [taken, given, ...sold] };
}

/** Texts of a printed voucher that are worth money: its code and its link. */
function bearerTexts(printed: unknown): string[] {
  const vouchers = at(printed, 'vouchers');
  const fields = ['code', 'url', 'shortUrl'];
  const values = (Array.isArray(vouchers) ? vouchers : []).flatMap((voucher) => fields.map((field) => at(voucher, field)));
  return values.filter((value) => typeof value === 'string');
}

function json({ status, text }: { readonly status: number; readonly text: string }): unknown {
  if (status >= 300 || status === 0) throw new Error(`A good request was answered with ${status} ${text}`);
  return JSON.parse(text);
}

function expectState({ state }: { readonly state: string }, wanted: string): void {
  if (state !== wanted) throw new Error(`A good request came to ${state} instead of ${wanted}`);
}

/** A request about another user's object. */
interface Reach {
  readonly who: keyof Pick<AttackedShop, 'manager' | 'ana' | 'ben' | 'sam' | 'sue'>;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Statuses that reveal nothing about it. */
  readonly refused: readonly number[];
}

/** Every user requests other users' objects: only those with the right receive them. */
export async function tryForeignIds(shop: AttackedShop, things: Things): Promise<Findings> {
  const found: string[] = [];
  const { ana, sam, manager, send } = shop;
  const reaches = [...reachesFor(things), ...reachesOfOthers(things)];
  for (const { who, method, path, body, refused } of reaches) {
    const heard = await send(shop[who], method, path, body);
    const told = `${who} ${method} ${path}: ${heard.status} ${problemOf(heard) ?? ''}`;
    if (!refused.includes(heard.status) || problemOf(heard) === null) found.push(`${told} instead of ${refused.join(' or ')}`);
    if (leaks(heard.text, things)) found.push(`${told}, and it tells something`);
  }
  const lists = await tryLists(shop, things);
  for (const [who, path] of [
    [ana, `/api/tenders/${things.tenderId}`],
    [ana, `/api/refunds/${things.refundId}`],
    [ana, `/api/issues/${things.issueId}`],
    [sam, `/api/activations/${things.activationId}`],
    [manager, `/api/tenders/${things.tenderId}`],
    [manager, `/api/refunds/${things.refundId}`],
    [manager, `/api/issues/${things.issueId}`],
    [manager, `/api/activations/${things.activationId}`],
  ] as const) {
    const { status } = await send(who, 'GET', path);
    if (status !== 200) found.push(`${who.name} may read ${path} and gets ${status}`);
  }
  return { requests: reaches.length + lists.requests + 8, found: [...found, ...lists.found] };
}

const REASON = 'to see';

/** Requests by another person of the same role. */
function reachesFor({ tenderId, refundId, issueId, activationId }: Things): Reach[] {
  const tender = { code: 'AB123456789', amount: 1_000, currency: 'SGD' };
  const ofIssue = [
    ['GET', ''],
    ['POST', '/stop'],
    ['POST', '/resume'],
    ['POST', '/states', { from: 0 }],
    ['POST', '/print', { print: randomUUID(), reason: REASON }],
    ['POST', '/send', { sending: randomUUID(), position: 0, reason: REASON }],
  ] as const;
  const ofActivation = [
    ['GET', ''],
    ['POST', '/stop'],
    ['POST', '/resume', { ranges: [0] }],
  ] as const;
  return [
    { who: 'ben', method: 'GET', path: `/api/tenders/${tenderId}`, refused: [404] },
    { who: 'ben', method: 'DELETE', path: `/api/tenders/${tenderId}`, refused: [404, 409] },
    { who: 'ben', method: 'PUT', path: `/api/tenders/${tenderId}`, body: tender, refused: [409] },
    { who: 'ben', method: 'PUT', path: `/api/refunds/${randomUUID()}`, body: { tenderId, reason: REASON }, refused: [404] },
    { who: 'ben', method: 'GET', path: `/api/refunds/${refundId}`, refused: [404] },
    { who: 'ben', method: 'PUT', path: `/api/issues/${issueId}`, body: { productCode: PRODUCT, quantity: 2 }, refused: [409] },
    ...ofIssue.map(
      ([method, rest, body]) => ({ who: 'ben', method, path: `/api/issues/${issueId}${rest}`, body, refused: [404] }) as const,
    ),
    { who: 'sue', method: 'PUT', path: `/api/activations/${activationId}`, body: { ranges: [CARDS] }, refused: [404] },
    ...ofActivation.map(
      ([method, rest, body]) => ({ who: 'sue', method, path: `/api/activations/${activationId}${rest}`, body, refused: [404] }) as const,
    ),
  ];
}

/** Requests of users with another role, and ids of another kind than required. */
function reachesOfOthers({ tenderId, refundId, issueId, activationId }: Things): Reach[] {
  const range = { range: 0, reason: REASON };
  return [
    { who: 'sam', method: 'GET', path: `/api/tenders/${tenderId}`, refused: [403] },
    { who: 'sam', method: 'GET', path: `/api/issues/${issueId}`, refused: [403] },
    { who: 'ana', method: 'GET', path: `/api/activations/${activationId}`, refused: [403] },
    { who: 'sam', method: 'POST', path: `/api/activations/${activationId}/deactivate`, body: range, refused: [403] },
    { who: 'ben', method: 'POST', path: '/api/transactions/look', body: { id: tenderId }, refused: [403] },
    { who: 'ana', method: 'GET', path: `/api/tenders/${issueId}`, refused: [404] },
    { who: 'ana', method: 'GET', path: `/api/issues/${tenderId}`, refused: [404] },
    { who: 'ana', method: 'GET', path: `/api/refunds/${tenderId}`, refused: [404] },
    { who: 'sam', method: 'GET', path: `/api/activations/${refundId}`, refused: [404] },
    { who: 'manager', method: 'GET', path: `/api/tenders/${activationId}`, refused: [404] },
    { who: 'manager', method: 'DELETE', path: `/api/devices/${tenderId}`, refused: [404] },
    { who: 'manager', method: 'PATCH', path: `/api/people/${tenderId}`, body: { name: 'Eve' }, refused: [404] },
  ];
}

const DAY_MS = 24 * 60 * 60_000;
/** The server reads the issuer's rows within seconds; a busy machine takes longer. */
const LISTED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 250;

/**
 * A user's own lists never contain other users' objects, while a manager's list shows that these
 * exist.
 */
async function tryLists(shop: AttackedShop, things: Things): Promise<Findings> {
  const period = { from: new Date(Date.now() - DAY_MS).toISOString(), to: new Date(Date.now() + 60_000).toISOString() };
  const isListed = async () => (await shop.send(shop.manager, 'POST', '/api/transactions/lines', period)).text.includes(things.captureId);
  const until = Date.now() + LISTED_WITHIN_MS;
  while (!(await isListed()) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  const asked = [
    [shop.ben, 'GET', '/api/tenders', undefined],
    [shop.ben, 'GET', '/api/tenders?all=1', undefined],
    [shop.ben, 'GET', '/api/issues?all=1', undefined],
    [shop.sue, 'GET', '/api/activations?all=1', undefined],
    [shop.ben, 'POST', '/api/transactions/lines', period],
    [shop.ben, 'POST', '/api/transactions/lines', { ...period, filter: { person: shop.ana.id } }],
    [shop.sam, 'POST', '/api/transactions/lines', { ...period, filter: { person: shop.ana.id } }],
  ] as const;
  const found = (await isListed()) ? [] : ['a capture of the shop is not on the list of its manager'];
  for (const [who, method, path, body] of asked) {
    const heard = await shop.send(who, method, path, body);
    const told = `${who.name} ${method} ${path}`;
    if (heard.status !== 200) found.push(`${told}: ${heard.status}`);
    /* Activations are shared among all who may activate. */
    const others = path.endsWith('/lines') && who.role === 'stock' ? { ...things, activationId: things.tenderId } : things;
    if (leaks(heard.text, others)) found.push(`${told} lists what is not ${who.name}’s`);
  }
  return { requests: asked.length, found };
}

function leaks(text: string, { tenderId, issueId, activationId, captureId, secrets }: Things): boolean {
  return [tenderId, issueId, activationId, captureId, ...secrets].some((one) => text.includes(one));
}
