import { type TenderState, tenderViewSchema } from '../../contract/redemption/tender.ts';
import { createDice, type Dice } from '../simulation/dice.ts';
import type { Findings } from './access.ts';
import { uuidFrom } from './bodies.ts';
import type { AnswerJudge } from './judge.ts';
import type { AttackedShop, SignedInPerson } from './shop.ts';
import { createMisdirection, spoil } from './spoil.ts';
import type { Things } from './things.ts';
import type { Upstream } from './upstream.ts';

export interface AnswerFuzzing {
  readonly shop: AttackedShop;
  readonly things: Things;
  readonly upstream: Upstream;
  readonly judge: AnswerJudge;
  readonly seed: number;
  readonly goOn: (done: number) => boolean;
  readonly isAlive: () => boolean;
}

/** A request and its voucher, to be compared with the issuer's ledger. */
interface Sent {
  readonly id: string;
  readonly ref: string;
}

const AT_A_TIME = 6;
const REFS_AHEAD = 40;
const FOUND_MAX = 20;
/**
 * The allowed number of captures in the ledger for a final state. Other states are pending, or
 * depend on the search.
 */
const IN_THE_BOOKS: Readonly<Partial<Record<TenderState, number>>> = {
  captured: 1,
  captured_partial: 1,
  refunded: 1,
  declined: 0,
  not_sent: 0,
  cancelled: 0,
};

/**
 * While people work, every answer of the issuer is corrupted. They must still receive valid
 * responses.
 */
export async function fuzzAnswers(fuzzing: AnswerFuzzing): Promise<Findings & { readonly spoilt: ReadonlyMap<string, number> }> {
  const { upstream, judge, seed, goOn, isAlive, shop } = fuzzing;
  const found: string[] = [];
  const spoilt = new Map<string, number>();
  const sent: Sent[] = [];
  let refs = await upstream.newRefs(REFS_AHEAD);
  let done = 0;
  let answers = 0;
  const misdirected = createMisdirection();
  upstream.spoil((answer, request) => {
    answers += 1;
    const bad = spoil(answer, misdirected(answer, request), upstream.strayOrigin, createDice(seed + answers));
    spoilt.set(bad.name, (spoilt.get(bad.name) ?? 0) + 1);
    return bad;
  });
  const work = async () => {
    while (goOn(done) && found.length < FOUND_MAX && isAlive()) {
      const number = done;
      done += 1;
      if (refs.length < AT_A_TIME) refs = await upstream.newRefs(REFS_AHEAD);
      const ref = refs.pop() ?? '';
      const { who, method, path, body, id } = callFor(fuzzing, ref, createDice(seed + number));
      if (id !== null) sent.push({ id, ref });
      const fault = judge.hear(await shop.send(who, method, path, body));
      if (fault !== null) found.push(`call ${number} of seed ${seed}, ${method} ${path}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  if (!isAlive()) return { requests: done, spoilt, found: [...found, `the server ended after call ${done} of seed ${seed}`] };
  upstream.spoil(null);
  if (upstream.strayRequests() > 0) found.push(`${upstream.strayRequests()} requests followed an address in an answer`);
  return { requests: done, spoilt, found: [...found, ...(await compare(fuzzing, sent))] };
}

interface Call {
  readonly who: SignedInPerson;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** The id of the redemption. */
  readonly id: string | null;
}

function callFor({ shop, things }: AnswerFuzzing, ref: string, dice: Dice): Call {
  const { ana, sam, manager } = shop;
  const id = uuidFrom(dice);
  const card = String(dice.between(200, 599)).padStart(6, '0');
  const now = Date.now();
  const period = { from: new Date(now - 60 * 60_000).toISOString(), to: new Date(now + 60_000).toISOString() };
  const calls = {
    check: { who: ana, method: 'POST', path: '/api/vouchers/check', body: { code: ref }, id: null },
    redeem: { who: ana, method: 'PUT', path: `/api/tenders/${id}`, body: { code: ref, amount: 700, currency: 'SGD' }, id },
    refund: { who: manager, method: 'PUT', path: `/api/refunds/${id}`, body: { tenderId: things.tenderId, reason: 'to see' }, id: null },
    products: { who: ana, method: 'GET', path: '/api/products', id: null },
    product: { who: ana, method: 'GET', path: '/api/products/ABCV050SG01', id: null },
    issue: { who: ana, method: 'PUT', path: `/api/issues/${id}`, body: { productCode: 'ABCV050SG01', quantity: 1 }, id: null },
    states: { who: ana, method: 'POST', path: `/api/issues/${things.issueId}/states`, body: { from: 0 }, id: null },
    activate: {
      who: sam,
      method: 'PUT',
      path: `/api/activations/${id}`,
      id: null,
      body: { ranges: [{ start: card, end: card, count: 1 }] },
    },
    card: { who: sam, method: 'POST', path: '/api/cards/check', body: { code: ref }, id: null },
    lines: { who: manager, method: 'POST', path: '/api/transactions/lines', body: period, id: null },
    search: { who: manager, method: 'POST', path: '/api/transactions/search', body: period, id: null },
    look: { who: manager, method: 'POST', path: '/api/transactions/look', body: { id: things.captureId }, id: null },
    closing: {
      who: manager,
      method: 'PUT',
      path: `/api/closings/${id}`,
      id: null,
      body: { date: new Date(now).toISOString().slice(0, 10), register: [{ currency: 'SGD', amount: 0 }] },
    },
    attention: { who: manager, method: 'GET', path: '/api/attention', id: null },
  } satisfies Record<string, Call>;
  const [first = 'check', ...rest] = Object.keys(calls) as (keyof typeof calls)[];
  return dice.chance(0.3) ? calls.redeem : calls[dice.pick([first, ...rest])];
}

/**
 * Compares the final responses with the issuer's ledger: nothing was redeemed twice, and everything
 * reported as redeemed was.
 */
async function compare({ shop, upstream }: AnswerFuzzing, sent: readonly Sent[]): Promise<string[]> {
  const found: string[] = [];
  for (const { id, ref } of sent) {
    const taken = (await upstream.captures(ref)).length;
    const { status, text } = await shop.send(shop.manager, 'GET', `/api/tenders/${id}`);
    if (status === 404 && taken === 0) continue;
    if (status !== 200) {
      found.push(`redemption ${id}: taken ${taken} times and answered with ${status}`);
      continue;
    }
    const { state } = tenderViewSchema.parse(JSON.parse(text));
    if (taken > 1 || (IN_THE_BOOKS[state] ?? taken) !== taken) found.push(`redemption ${id}: ${state}, and taken ${taken} times`);
  }
  return found;
}
