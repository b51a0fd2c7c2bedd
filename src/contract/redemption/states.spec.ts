import { describe, expect, it } from 'vitest';
import { refusal, refusalReasonSchema } from '../voucher/refusal.ts';
import {
  ACTIVATION_STATES,
  ISSUE_STATES,
  RANGE_STATES,
  REFUND_STATES,
  REFUSAL_REASONS,
  statesOf,
  statesWhere,
  TENDER_STATES,
  TRANSACTION_STATUSES,
  VOUCHER_STATUSES,
} from './states.ts';
import { OPEN_STATES, SENT_STATES, tenderTone } from './tender.ts';

/** Formats a row in one line: the names of its true flags, then the fields with several values. */
function told(row: object): string {
  const entries = Object.entries(row).filter(([, value]) => value !== false);
  return entries.map(([name, value]) => (value === true ? name : String(value))).join(', ');
}

const TABLES = {
  tender: {
    table: TENDER_STATES,
    means: {
      intent: 'open, unknown, unknown',
      sent: 'open, forManager, unknown, unknown',
      unknown: 'open, forManager, unknown, unknown',
      manager: 'open, forManager, unknown, unknown',
      captured: 'taken, refundable, undoable, succeeded, done',
      captured_partial: 'taken, refundable, undoable, succeeded, attention',
      late_capture: 'refundable, forManager, succeeded, attention',
      attached: 'taken, refundable, succeeded, done',
      refunded: 'succeeded, done',
      declined: 'failed, refused',
      not_sent: 'failed, attention',
      not_captured: 'failed, attention',
      cancelled: 'failed, attention',
    },
  },
  refund: {
    table: REFUND_STATES,
    means: {
      intent: 'open, unknown, unknown',
      sent: 'open, forManager, unknown, unknown',
      unknown: 'open, forManager, unknown, unknown',
      manager: 'open, forManager, unknown, unknown',
      refunded: 'succeeded, done',
      declined: 'failed, refused',
      not_sent: 'failed, attention',
      not_refunded: 'failed, attention',
    },
  },
  range: {
    table: RANGE_STATES,
    means: {
      waiting: 'by-itself, unknown, null',
      sent: 'taken, never, unknown, unknown',
      done: 'taken, undoable, proven, never, succeeded, done',
      refused: 'when-named, failed, refused',
      halved: 'never, failed, null',
      not_sent: 'by-itself, failed, attention',
      unknown: 'taken, forManager, when-named, unknown, unknown',
      closed: 'never, failed, attention',
      found_active: 'taken, never, succeeded, done',
      closed_unknown: 'proven, never, unknown, attention',
      deactivating: 'taken, proven, never, unknown, unknown',
      deactivated: 'proven, never, deactivated, attention',
      deactivation_unknown: 'taken, forManager, undoable, proven, never, unknown, unknown',
    },
  },
  activation: {
    table: ACTIVATION_STATES,
    means: {
      running: 'open, sending, unknown',
      stopping: 'open, sending, unknown',
      stopped: 'attention',
      deactivating: 'open, unknown',
      done: 'done',
      unknown: 'unknown',
      deactivated: 'attention',
      incomplete: 'attention',
    },
  },
  issue: {
    table: ISSUE_STATES,
    means: {
      running: 'open, attention',
      unknown: 'open, forManager, unknown',
      manager: 'open, forManager, unknown',
      stopping: 'open, attention',
      stopped: 'attention',
      done: 'done',
      partly: 'attention',
      declined: 'refused',
    },
  },
  voucher: {
    table: VOUCHER_STATUSES,
    means: {
      active: 'done, done',
      inactive: 'attention, attention',
      expired: 'refused, refused',
      void: 'refused, refused',
      used: 'refused, attention',
      unknown: 'unknown, unknown',
    },
  },
  transaction: {
    table: TRANSACTION_STATUSES,
    means: {
      succeeded: 'done',
      failed: 'refused',
      deactivated: 'attention',
      pending: 'unknown',
      reversed: 'attention',
      refunded: 'attention',
      unknown: 'unknown',
    },
  },
} as const;

describe.each(Object.entries(TABLES))('the states of a %s', (_, { table, means }) => {
  it.each(Object.entries(means))('%s means: %s', (state, meaning) => {
    expect(told(Object.entries(table).find(([name]) => name === state)?.[1] ?? {})).toBe(meaning);
  });

  it('each have a meaning', () => {
    expect(statesOf(table)).toEqual(Object.keys(means));
  });
});

describe('rules for every state', () => {
  it.each([
    ['tender', TENDER_STATES],
    ['refund', REFUND_STATES],
  ])('an open %s always looks unknown, but never once it is closed', (_, table) => {
    expect(statesWhere(table, ({ outcome }) => outcome === 'unknown')).toEqual(statesWhere(table, ({ open }) => open));
    expect(statesWhere(table, ({ tone }) => tone === 'unknown')).toEqual(statesWhere(table, ({ open }) => open));
  });

  it('an undoable tender is redeemed, and a redeemed tender is refundable and not open', () => {
    const wrong = statesWhere(
      TENDER_STATES,
      ({ open, taken, refundable, undoable }) => (undoable && !taken) || (taken && !refundable) || (refundable && open),
    );
    expect(wrong).toEqual([]);
  });

  it('every open state after sending may be assigned to a manager', () => {
    expect(SENT_STATES).toEqual(OPEN_STATES.filter((state) => state !== 'intent'));
  });

  it('cards that can be deactivated are in use, and only unknown ranges need a manager', () => {
    const wrong = statesWhere(
      RANGE_STATES,
      ({ undoable, forManager, taken, outcome }) => (undoable && !taken) || (forManager && outcome !== 'unknown'),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a declined tender', () => {
  it.each(refusalReasonSchema.options)('looks like its refusal: %s', (reason) => {
    const { tone } = REFUSAL_REASONS[reason];
    expect(tenderTone({ state: 'declined', refusal: refusal(reason) })).toBe(tone);
    expect(['inactive', 'not-enough', 'open-elsewhere', 'held'].includes(reason) ? 'attention' : 'refused').toBe(tone);
  });

  it('looks refused if it has no reason', () => {
    expect(tenderTone({ state: 'declined', refusal: null })).toBe('refused');
  });
});
