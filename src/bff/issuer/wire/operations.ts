import * as z from 'zod';
import { hasSucceeded, metaSchema } from './meta.ts';
import { idText, lenientList, midText } from './scalars.ts';

/**
 * Body of a refund, which names the voucher; there is no amount, because the whole capture is
 * reversed.
 */
export function refundBody(ref: string, productClass: string): string {
  return JSON.stringify({ vouchers: [{ product_class: productClass, ref }] });
}

const answerSchema = z.object({
  meta: metaSchema,
  data: z.object({
    mid: midText,
    activation_id: idText,
    refund_id: idText,
    capture_id: idText,
    authorization_id: idText,
    start_sequence_voucher_ref: idText,
    end_sequence_voucher_ref: idText,
    vouchers: z.unknown().optional(),
  }),
  links: lenientList(z.object({ rel: z.string(), href: z.string() })),
  vouchers: z.unknown().optional(),
});

/**
 * The end of the deactivation address. The part before it belongs to the service and is not used.
 */
const DEACTIVATE_PATH = /\/vouchers\/actions\/deactivate\/?$/;

/** Answer of activate, deactivate or refund, which have different ids. */
export interface OperationAnswer {
  readonly mid: string | null;
  readonly activationId: string | null;
  readonly refundId: string | null;
  /** Ids of a redemption; the answer to a refund may repeat the capture. */
  readonly captureId: string | null;
  readonly authorizationId: string | null;
  /** First card of the range, if the answer repeats it. */
  readonly start: string | null;
  readonly end: string | null;
  /**
   * An activation that the service offers to reverse. The link is data, never an address to call.
   */
  readonly canDeactivate: boolean;
  readonly vouchers: unknown;
}

/** Reads the answer of a successful operation; null for any other. */
export function readOperation(body: unknown): OperationAnswer | null {
  const answer = answerSchema.safeParse(body).data;
  if (answer === undefined || !hasSucceeded(answer.meta)) return null;
  const { data } = answer;
  const canDeactivate = answer.links.some(
    ({ rel, href }) => rel.toLowerCase() === 'deactivate' && DEACTIVATE_PATH.test(href),
  );
  return {
    mid: data.mid,
    activationId: data.activation_id,
    refundId: data.refund_id,
    captureId: data.capture_id,
    authorizationId: data.authorization_id,
    start: data.start_sequence_voucher_ref,
    end: data.end_sequence_voucher_ref,
    canDeactivate,
    vouchers: answer.vouchers ?? data.vouchers,
  };
}
