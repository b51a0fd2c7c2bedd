import { isContested, tenderFactSchema } from '../../bff/redemption/journal/tender-facts.ts';
import type { StoredOperation } from './memory-store.ts';

/**
 * True if a capture is visible to the manager of an operation: its facts name the row, or its case
 * shows all rows of the issuer, or it is a tender and the row is later.
 * @param sinceMs the time of the capture after the operation was first written; negative for an
 * earlier one
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
