import { isContested, tenderFactSchema } from '../../bff/redemption/journal/tender-facts.ts';
import type { StoredOperation } from './memory-store.ts';

/**
 * Whether a capture stands before whoever judges an operation: among the rows that its facts name, or because its case shows whatever the issuer has, or,
 * where it is a tender, has made since.
 * @param sinceMs how long after the operation was first written the capture was made; negative for one that was there before
 */
export function standsBefore({ kind, facts }: StoredOperation, captureId: string, sinceMs: number): boolean {
  if (kind === 'tender' && sinceMs >= 0) return true;
  const read = facts.flatMap(({ at, fact }) => {
    const { data } = tenderFactSchema.safeParse(fact);
    return data === undefined ? [] : [{ at, fact: data }];
  });
  const isNamed = read.some(
    ({ fact }) => fact.kind === 'manager' && fact.candidates.some(({ transactionId }) => transactionId === captureId),
  );
  return isNamed || isContested(read);
}
