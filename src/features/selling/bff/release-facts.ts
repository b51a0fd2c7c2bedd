import * as z from 'zod/mini';
import { type Decider, deciderSchema } from '../../../bff/platform/base/decider.ts';
import type { Channel } from '../contract/issue.ts';

const position = z.int().check(z.minimum(0));
/** Positions from one to before another; who decided, and the reason for a repeat. */
const common = { from: position, to: position, by: deciderSchema, reason: z.nullable(z.string()) };

/** The facts of an issue that release vouchers. Their ids were created by the page. */
export const RELEASE_FACTS = [
  /**
   * Vouchers were released for printing. `skipped` are positions that were left out, because they
   * had been released before.
   */
  z.object({
    kind: z.literal('printed'),
    print: z.string(),
    ...common,
    skipped: z.optional(z.array(position)),
  }),
  /** The link of one voucher was released for sending. */
  z.object({ kind: z.literal('link_given'), sending: z.string(), ...common }),
  /** One voucher was released to be shown on a screen. */
  z.object({ kind: z.literal('shown'), showing: z.string(), ...common }),
] as const;
export type ReleasingFact = z.infer<(typeof RELEASE_FACTS)[number]>;

/** The channel of each of these facts. */
const CHANNEL_OF: Readonly<Record<ReleasingFact['kind'], Channel>> = {
  printed: 'print',
  link_given: 'send',
  shown: 'show',
};

/** A release of vouchers to a person, through any channel. `id` was created by the page. */
export interface Release {
  readonly channel: Channel;
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly skipped: readonly number[];
  readonly by: Decider;
  readonly at: number;
}

export function isRelease<F extends { readonly kind: string }>(fact: F): fact is Extract<F, ReleasingFact> {
  return Object.hasOwn(CHANNEL_OF, fact.kind);
}

export function releaseOf(fact: ReleasingFact, at: number): Release {
  const { kind, from, to, by } = fact;
  const skipped = (kind === 'printed' && fact.skipped) || [];
  const id = kind === 'printed' ? fact.print : kind === 'shown' ? fact.showing : fact.sending;
  return { channel: CHANNEL_OF[kind], id, from, to, skipped, by, at };
}
