import * as z from 'zod';
import type { SequenceRange } from '../admin-port.ts';
import { hasSucceeded, metaSchema } from './meta.ts';
import { idText, lenientList, midText } from './scalars.ts';

/** Body of activate and deactivate. */
export function rangeBody({ start, end }: SequenceRange, productClass: string): string {
  return JSON.stringify({
    product_class: productClass,
    start_sequence_voucher_ref: start,
    end_sequence_voucher_ref: end,
  });
}

/** Body of a refund: which voucher; there is no amount, the whole capture is reversed. */
export function refundBody(ref: string, productClass: string): string {
  return JSON.stringify({ vouchers: [{ product_class: productClass, ref }] });
}

const answerSchema = z.object({
  meta: metaSchema,
  data: z.object({ mid: midText, activation_id: idText, refund_id: idText, vouchers: z.unknown().optional() }),
  links: lenientList(z.object({ rel: z.string(), href: z.string() })),
  vouchers: z.unknown().optional(),
});

/**
 * How the address of the one way to deactivate ends; what stands before it is the service's own,
 * and nothing is taken from it.
 */
const DEACTIVATE_PATH = /\/vouchers\/actions\/deactivate\/?$/;

/** Answer of activate, deactivate or refund; each fills the ids that are its own. */
export interface OperationAnswer {
  readonly mid: string | null;
  readonly activationId: string | null;
  readonly refundId: string | null;
  /**
   * An activation that the service offers to take back.
   *
   * The link is data, never an address to call.
   */
  readonly canDeactivate: boolean;
  readonly vouchers: unknown;
}

/** Reads the answer of an operation that succeeded; null for any other. */
export function readOperation(body: unknown): OperationAnswer | null {
  const answer = answerSchema.safeParse(body).data;
  if (answer === undefined || !hasSucceeded(answer.meta)) return null;
  const { mid, activation_id: activationId, refund_id: refundId, vouchers } = answer.data;
  const canDeactivate = answer.links.some(
    ({ rel, href }) => rel.toLowerCase() === 'deactivate' && DEACTIVATE_PATH.test(href),
  );
  return { mid, activationId, refundId, canDeactivate, vouchers: answer.vouchers ?? vouchers };
}
