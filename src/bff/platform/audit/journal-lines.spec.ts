import { describe, expect, it } from 'vitest';
import { CORE_LINES } from '../../redemption/journal/journals.ts';
import { visibleOperations } from './journal-lines.ts';

describe('the kinds of operation that the trail shows', () => {
  it('are found under the heading of their lines', () => {
    expect(visibleOperations(CORE_LINES)).toEqual(['tender', 'refund', 'orphan']);
    expect(visibleOperations(CORE_LINES, 'refunds')).toEqual(['refund']);
    expect(visibleOperations(CORE_LINES, 'people')).toEqual([]);
  });

  it('may share a heading, and need not have lines', () => {
    const shown = {
      ...CORE_LINES,
      refund: { refunded: { byPerson: 'tender.closed', byItself: 'refund.done' } },
      orphan: {},
    } as const;
    expect(visibleOperations(shown, 'redemptions')).toEqual(['tender', 'refund']);
    expect(visibleOperations(shown)).toEqual(['tender', 'refund']);
  });
});
