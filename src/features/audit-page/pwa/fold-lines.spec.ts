import { describe, expect, it } from 'vitest';
import type { TrailLine } from '../../../contract/platform/audit.ts';
import { foldTrailLines } from './fold-lines.ts';

const ANA = { id: 'ana', name: 'Ana' };
const MEI = { id: 'mei', name: 'Mei' };

/** Lines of a trail, newest first, one second apart. */
function trail(
  ...told: readonly (readonly [action: string, subject: string | null, change?: Partial<TrailLine>])[]
): TrailLine[] {
  return told.map(([action, subject, change], index) => {
    const at = new Date(Date.UTC(2026, 10, 22, 10, 0, told.length - index)).toISOString();
    return {
      id: `j${told.length - index}`,
      at,
      action,
      person: ANA,
      device: null,
      subject,
      details: {},
      opens: null,
      ...change,
    };
  });
}

const actions = (lines: readonly TrailLine[]) => lines.map(({ action }) => action);

describe('lines of the trail', () => {
  it('are merged into one line with the outcome of a redemption, its start time and its request', () => {
    const asked = { details: { last4: '7890', amount: 2000, reason: 'r' } };
    const lines = trail(
      ['session.ended', null],
      ['tender.taken', 't1', { details: { amount: 1500 } }],
      ['tender.asked', 't1', asked],
    );
    const [, taken, ...more] = foldTrailLines(lines);
    expect(more).toEqual([]);
    expect(taken).toMatchObject({
      action: 'tender.taken',
      details: { last4: '7890', amount: 1500, reason: 'r' },
      startedAt: lines[2]?.at,
    });
  });

  it('are kept for every later step, even if other operations came in between', () => {
    const lines = trail(
      ['tender.closed', 't1', { person: MEI }],
      ['tender.taken', 't2'],
      ['tender.unknown', 't1'],
      ['tender.asked', 't2'],
      ['tender.asked', 't1'],
    );
    expect(actions(foldTrailLines(lines))).toEqual(['tender.closed', 'tender.taken', 'tender.unknown']);
  });

  it('stay separate if another person ended the operation, or if its end is not listed', () => {
    const lines = trail(['refund.attached', 'r1', { person: MEI }], ['refund.asked', 'r1'], ['tender.asked', 't1']);
    expect(actions(foldTrailLines(lines))).toEqual(['refund.attached', 'refund.asked', 'tender.asked']);
  });

  it('fold deactivated cards into one line, and their activation into another', () => {
    const lines = trail(
      ['activation.deactivated', 'a1'],
      ['activation.deactivation-asked', 'a1'],
      ['activation.asked', 'a1'],
    );
    expect(actions(foldTrailLines(lines))).toEqual(['activation.deactivated', 'activation.asked']);
  });
});
