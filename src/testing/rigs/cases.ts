import * as z from 'zod/mini';
import { type AttentionItem, attentionItemSchema } from '../../contract/redemption/attention.ts';

/** Leaves out the case about access, which every restore opens. */
export const besideAccess = (items: readonly AttentionItem[]) => items.filter(({ kind }) => kind !== 'access');

/** Reads the cases of an answer, except that about access. */
export const casesIn = ({ body }: { readonly body: unknown }) => besideAccess(z.array(attentionItemSchema).parse(body));
