import type { AttentionItem } from '../../contract/attention.ts';
import type { Behind, Sweeper } from '../settle/sweeper.ts';
import type { AttentionCase, AttentionSource } from './source.ts';

/** There is one such case at most. */
const ID = 'look';

/**
 * That captures could not be looked for: cases of that time may be missing from the list. There is nothing to decide about it here; it goes by
 * itself once the looks have caught up.
 */
export function behindSource(sweeper: Pick<Sweeper, 'behind'>): AttentionSource {
  const cases = (): AttentionCase[] => {
    const behind = sweeper.behind();
    return behind ? [{ item: itemOf(behind), act: () => Promise.reject(new Error('nothing can be done about it here')) }] : [];
  };
  return { cases: async () => cases(), find: async (id) => (id === ID ? (cases()[0] ?? null) : null) };
}

function itemOf({ from, since, reason }: Behind): AttentionItem {
  const at = new Date(since).toISOString();
  return {
    id: ID,
    kind: 'behind',
    subject: 'look',
    state: 'behind',
    since: at,
    changedAt: at,
    last4: '',
    amount: null,
    person: null,
    device: null,
    evidence: [{ at: new Date(from).toISOString(), code: 'look-behind', detail: reason }],
    candidates: [],
    actions: [],
  };
}
