import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attentionActionSchema,
  attentionKindSchema,
  attentionSubjectSchema,
} from '../../contract/redemption/attention.ts';
import { caseOf, exampleRow } from '../testing/examples.ts';
import { groupCases, needsRow, resolutionOf, rowsFor } from './resolutions.ts';

describe('a decision', () => {
  it('is translated into the resolution for its kind of case', () => {
    const tender = caseOf('c1');
    const refund = caseOf('c2', { subject: 'refund' });
    const late = caseOf('c3', { kind: 'late' });
    const orphan = caseOf('c4', { kind: 'orphan', subject: 'capture' });
    expect([resolutionOf(tender, 'attach'), resolutionOf(tender, 'refund'), resolutionOf(tender, 'close')]).toEqual([
      'attach-tender',
      'refund-row',
      'close-tender',
    ]);
    expect([resolutionOf(refund, 'attach'), resolutionOf(refund, 'close')]).toEqual(['attach-refund', 'close-refund']);
    expect([resolutionOf(late, 'attach'), resolutionOf(late, 'refund')]).toEqual(['keep-late', 'refund-late']);
    expect([resolutionOf(orphan, 'close'), resolutionOf(orphan, 'refund')]).toEqual([
      'close-capture',
      'refund-capture',
    ]);
  });

  it('requires a row if one must be named, and never for a late capture', () => {
    expect(needsRow('attach-tender')).toBe(true);
    expect(needsRow('refund-row')).toBe(true);
    for (const way of [
      'keep-late',
      'refund-late',
      'close-tender',
      'close-refund',
      'close-capture',
      'close-other',
    ] as const)
      expect(needsRow(way)).toBe(false);
  });

  it('offers captures for a redemption and refunds for a refund', () => {
    const candidates = [
      exampleRow('a', { type: 'authorization' }),
      exampleRow('c'),
      exampleRow('r', { type: 'refund' }),
    ];
    expect(rowsFor(caseOf('c1', { candidates })).map(({ transactionId }) => transactionId)).toEqual(['c']);
    expect(rowsFor(caseOf('c1', { subject: 'refund', candidates })).map(({ transactionId }) => transactionId)).toEqual([
      'r',
    ]);
  });
});

describe('the order of cases', () => {
  it('puts late captures first, then cases that need a decision, then the oldest', () => {
    const groups = groupCases([
      caseOf('checked', { actions: [], since: '2026-11-21T06:00:00Z' }),
      caseOf('orphan', { kind: 'orphan', subject: 'capture' }),
      caseOf('newer', { since: '2026-11-21T07:30:00Z' }),
      caseOf('older', { since: '2026-11-21T07:20:00Z' }),
      caseOf('late', { kind: 'late' }),
    ]);
    expect(groups.map(({ kind, items }) => [kind, ...items.map(({ id }) => id)])).toEqual([
      ['late', 'late'],
      ['unsettled', 'older', 'newer', 'checked'],
      ['orphan', 'orphan'],
    ]);
  });

  it('contains every case exactly once', () => {
    const anyCase = fc.record({
      kind: fc.constantFrom(...attentionKindSchema.options),
      subject: fc.constantFrom(...attentionSubjectSchema.options),
      actions: fc.subarray([...attentionActionSchema.options]),
    });
    fc.assert(
      fc.property(fc.array(anyCase), (changes) => {
        const items = changes.map((change, index) => caseOf(String(index), change));
        const shown = groupCases(items).flatMap((group) => group.items.map(({ id }) => id));
        expect(shown.sort()).toEqual(items.map(({ id }) => id).sort());
      }),
    );
  });
});
