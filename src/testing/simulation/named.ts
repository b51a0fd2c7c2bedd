import { isContested, tenderFactSchema } from '../../bff/journal/tender-facts.ts';
import type { StoredOperation } from './memory-store.ts';

/** Whether a capture stands before whoever judges an operation: among the rows that its facts name, or because its case shows whatever the issuer has. */
export function standsBefore({ facts }: StoredOperation, captureId: string): boolean {
  const read = facts.flatMap(({ at, fact }) => {
    const { data } = tenderFactSchema.safeParse(fact);
    return data === undefined ? [] : [{ at, fact: data }];
  });
  const isNamed = read.some(
    ({ fact }) => fact.kind === 'manager' && fact.candidates.some(({ transactionId }) => transactionId === captureId),
  );
  return isNamed || isContested(read);
}
