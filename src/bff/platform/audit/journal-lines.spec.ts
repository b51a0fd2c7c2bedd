import { describe, expect, it } from 'vitest';
import { TRAIL_LINES } from '../../app/feature-tables.ts';
import { visibleOperations } from './journal-lines.ts';

describe('the kinds of operation that the trail shows', () => {
  it('are found under the heading of their lines', () => {
    expect(visibleOperations(TRAIL_LINES)).toEqual(['tender', 'refund', 'activation', 'issue', 'orphan']);
    expect(visibleOperations(TRAIL_LINES, 'refunds')).toEqual(['refund']);
    expect(visibleOperations(TRAIL_LINES, 'people')).toEqual([]);
  });

  it('may share a heading, and leave out a kind without lines', () => {
    const shown = {
      ...TRAIL_LINES,
      refund: { refunded: { byPerson: 'tender.closed', byItself: 'refund.done' } },
      orphan: {},
    } as const;
    expect(visibleOperations(shown, 'redemptions')).toEqual(['tender', 'refund']);
    expect(visibleOperations(shown)).toEqual(['tender', 'refund', 'activation', 'issue']);
  });
});
