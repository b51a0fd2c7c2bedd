import { tenderFactSchema } from '../../bff/journal/tender-facts.ts';
import type { StoredOperation } from './memory-store.ts';

/** Whether a capture stands among the rows that a manager was shown: what an issuer did later than it ever should may stand with the tender after it. */
export function isNamed(operation: StoredOperation | null | undefined, captureId: string): boolean {
  return (operation?.facts ?? []).some(({ fact }) => {
    const read = tenderFactSchema.safeParse(fact).data;
    return read?.kind === 'manager' && read.candidates.some(({ transactionId }) => transactionId === captureId);
  });
}
