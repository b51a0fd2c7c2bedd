import * as z from 'zod';
import { metaStatusOf } from '../../../contract/redemption/row-status.ts';
import { idText, label, lenientList } from './scalars.ts';

/** One message of a failed answer, for example `{code: "ERV0004", level: "error", text: "…"}`. */
export interface CodedMessage {
  readonly code: string;
  readonly text: string | null;
}

const messageSchema = z.object({ code: idText, text: label });
/** The metadata in every answer of the merchant API and of the v2 check. */
export const metaSchema = z.object({ status: idText, messages: lenientList(messageSchema) });
const envelopeSchema = z.object({ meta: metaSchema });

/** Error of the client API v3, in `error` (207) or, on some services, as the whole body. */
const errorSchema = z.object({ code: idText, message: label });
const errorEnvelopeSchema = z.object({ error: errorSchema });

const CODE = /^[A-Za-z0-9_-]{1,32}$/;

/** True if `meta.status` states success. */
export function hasSucceeded(meta: z.infer<typeof metaSchema>): boolean {
  return metaStatusOf(meta.status) === 'succeeded';
}

/**
 * The messages with a code of an answer whose `meta.status` is `failed`; null for any other body.
 */
export function failedMessages(body: unknown): readonly CodedMessage[] | null {
  const meta = envelopeSchema.safeParse(body).data?.meta;
  return meta !== undefined && metaStatusOf(meta.status) === 'failed' ? meta.messages.flatMap(coded) : null;
}

/** The error object of a v3 answer; null for any other body or an error without a code. */
export function v3Error(body: unknown): CodedMessage | null {
  const error = errorEnvelopeSchema.safeParse(body).data?.error ?? errorSchema.safeParse(body).data;
  return error === undefined ? null : (coded({ code: error.code, text: error.message })[0] ?? null);
}

function coded({ code, text }: { code: string | null; text: string | null }): CodedMessage[] {
  return code !== null && CODE.test(code) ? [{ code, text }] : [];
}
