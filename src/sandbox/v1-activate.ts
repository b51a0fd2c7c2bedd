import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { WireAnswer } from './answer.ts';
import { PRODUCT_CLASS, type SandboxShop } from './credentials.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { transactionId } from './ids.ts';
import { jsonBody, respond } from './json.ts';
import type { Voucher } from './ledger-schema.ts';
import { failedReply, type MerchantCode, succeededReply } from './merchant-replies.ts';
import { type State, stateOf } from './states.ts';

/** Cards in one request; the specification gives no limit. */
const CARDS_MAX = 10_000;
const sequence = z.string().regex(/^\d{1,20}$/);
const rangeSchema = z
  .object({
    product_class: z.literal(PRODUCT_CLASS),
    start_sequence_voucher_ref: sequence,
    end_sequence_voucher_ref: sequence,
  })
  .transform((body) => ({ first: body.start_sequence_voucher_ref, last: body.end_sequence_voucher_ref }))
  .refine(({ first, last }) => first.length === last.length && first <= last);
type Range = z.infer<typeof rangeSchema>;

/**
 * One of the two changes: the reason to refuse a card (null: none), and the new state of the cards.
 */
interface Change {
  readonly kind: 'activate' | 'deactivate';
  readonly refuses: (card: Voucher, now: number) => MerchantCode | null;
  readonly to: 'active' | 'inactive';
}

const DEAD: Partial<Record<State, MerchantCode>> = { Expired: 'ERV0004', Trashed: 'ERV0006' };

/**
 * Cards that are already active, or were used since, are as the caller wants them: they stay
 * unchanged.
 */
const ACTIVATE: Change = {
  kind: 'activate',
  refuses: (card, now) => DEAD[stateOf(card, now)] ?? null,
  to: 'active',
};

/** Reverses an activation if nothing was spent. */
const DEACTIVATE: Change = {
  kind: 'deactivate',
  refuses: (card, now) => (card.remaining < card.face_value ? 'ERV0033' : ACTIVATE.refuses(card, now)),
  to: 'inactive',
};

/**
 * POST /v1/vouchers/actions/activate and …/deactivate: every card with a sequence number from start
 * to end, all or none.
 */
export function merchantActivationRoutes(deps: Deps): Hono<Env> {
  const handler = (change: Change) => async (c: Context<Env>) => {
    const range = rangeSchema.safeParse(await jsonBody(c));
    if (!range.success) return respond(c, failedReply('ERV0009', 'The request is not valid'));
    const shop = c.get('shop');
    return deps.delivery.deliver(c, deps.faults.draw(), () => apply(deps, shop, change, range.data));
  };
  return new Hono<Env>()
    .post('/v1/vouchers/actions/activate', handler(ACTIVATE))
    .post('/v1/vouchers/actions/deactivate', handler(DEACTIVATE));
}

function apply(
  { ledger, now, seed, secondShop }: Deps,
  shop: SandboxShop,
  change: Change,
  { first, last }: Range,
): WireAnswer {
  return ledger.atomically(() => {
    const cards = ledger.cardsInSequence(first, last);
    if (cards.length === 0) return failedReply('ERV0001', 'No card has a sequence number in this range');
    if (cards.length > CARDS_MAX) return failedReply('ERV0009', `At most ${CARDS_MAX} cards in one request`);
    const refused = cards.flatMap((card) => change.refuses(card, now()) ?? [])[0];
    if (refused !== undefined) return failedReply(refused);
    for (const card of cards) ledger.setState(card.ref, change.to);
    if (change.kind === 'activate') secondShop.onActivated(cards);
    const id = transactionId(seed, ledger.next('transaction'), now());
    ledger.addActivation({ id, kind: change.kind, mid: shop.mid, first, last, created_at: now() });
    return change.kind === 'activate'
      ? succeededReply({
          data: { mid: shop.mid, activation_id: id },
          links: [{ rel: 'deactivate', href: '/api/vouchers/actions/deactivate' }],
        })
      : succeededReply({ data: { mid: shop.mid, deactivation_id: id } });
  });
}
