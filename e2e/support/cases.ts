import type { AttentionItem } from '../../src/contract/redemption/attention.ts';

const MINUTE_MS = 60_000;

/** One case of every kind, with all that a card can show. */
export function casesOfEveryKind(now: number): AttentionItem[] {
  const ago = (minutes: number) => new Date(now - minutes * MINUTE_MS).toISOString();
  const row = { type: 'capture', status: 'Succeeded', amount: 2_000, currency: 'SGD', mid: '000000012345678' } as const;
  const common = { state: 'manager', since: ago(14), changedAt: ago(2), person: 'Ana', device: 'Till 1', candidates: [] } as const;
  const sgd = (amount: number) => ({ amount, currency: 'SGD' });
  return [
    {
      ...common,
      id: 'late',
      kind: 'late',
      subject: 'tender',
      last4: '0005',
      amount: sgd(2_000),
      evidence: [
        { at: ago(13), code: 'answer-lost', detail: 'no answer within 30000 ms' },
        { at: ago(9), code: 'proved-nothing', detail: null },
        { at: ago(2), code: 'found-late', detail: null },
      ],
      candidates: [],
      actions: ['attach', 'refund'],
    },
    {
      ...common,
      id: 'unsettled',
      kind: 'unsettled',
      subject: 'tender',
      last4: '0001',
      amount: sgd(125_000),
      evidence: [{ at: ago(13), code: 'several-fit', detail: '2 transactions of this voucher could be this one' }],
      candidates: [
        { ...row, transactionId: '17952708021860000000022934075585', at: ago(14) },
        { ...row, transactionId: '17952708021860000000022934075586', at: null },
      ],
      actions: ['attach', 'refund', 'close'],
    },
    {
      ...common,
      id: 'checking',
      kind: 'unsettled',
      subject: 'refund',
      state: 'unknown',
      last4: '0050',
      amount: { items: 2 },
      evidence: [{ at: ago(1), code: 'server-stopped', detail: null }],
      candidates: [],
      actions: [],
    },
    {
      ...common,
      id: 'orphan',
      kind: 'orphan',
      subject: 'capture',
      last4: '4242',
      amount: null,
      person: null,
      device: null,
      evidence: [{ at: ago(2_000), code: 'not-ours', detail: null }],
      candidates: [{ ...row, transactionId: '17952708021860000000022934075587', amount: null, at: ago(2_000) }],
      actions: ['close'],
    },
    {
      ...common,
      id: 'access',
      kind: 'access',
      subject: 'access',
      state: 'open',
      last4: '',
      amount: null,
      person: null,
      device: null,
      evidence: [],
      candidates: [],
      actions: [],
    },
  ];
}
