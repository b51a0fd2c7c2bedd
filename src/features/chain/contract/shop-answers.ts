import * as z from 'zod/mini';
import { exceptionSchema } from '../../exception-report/contract/exception.ts';

/**
 * One answer of each shop, by name. It is null for a suspended shop, and for one that cannot answer
 * now.
 */
export const answersOf = <T extends z.ZodMiniType>(answer: T) =>
  z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      timeZone: z.string(),
      currency: z.string(),
      suspended: z.boolean(),
      answer: z.nullable(answer),
    }),
  );

export interface ShopAnswer<T> {
  readonly id: string;
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly currency: string;
  readonly suspended: boolean;
  readonly answer: T | null;
}

/**
 * Why the figures of a shop may lack something: the shop is suspended, it did not answer, the
 * issuer's rows of the period are still being read, the newest ones cannot be read, or the oldest
 * ones are no longer stored.
 */
export const incompleteSchema = z.enum(['suspended', 'no-answer', 'being-read', 'issuer-away', 'not-stored']);
export type Incomplete = z.infer<typeof incompleteSchema>;

/** Returns why a shop has no answer; null if it has one. */
export function withoutAnswer({ suspended, answer }: ShopAnswer<unknown>): Incomplete | null {
  if (answer !== null) return null;
  return suspended ? 'suspended' : 'no-answer';
}

/** An exception that no manager has reviewed. */
export const openExceptionSchema = z.omit(exceptionSchema, { rows: true, lookedAt: true });
export type OpenException = z.infer<typeof openExceptionSchema>;
