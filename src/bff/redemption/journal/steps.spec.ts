import { describe, expect, it } from 'vitest';
import {
  RANGE_STATES,
  REFUND_STATES,
  statesOf,
  statesWhere,
  TENDER_STATES,
} from '../../../contract/redemption/states.ts';
import { mayFollowRange } from '../../../features/gift-cards/bff/activation-facts.ts';
import { mayFollowRefund } from './refund-facts.ts';
import { mayFollowTender } from './tender-facts.ts';

/* A screen offers what the states say. The journal takes what its steps allow. */
describe('the steps of the journal and the table of states', () => {
  it('allow a refund for refundable captures only', () => {
    const refunded = statesOf(TENDER_STATES).filter((state) => mayFollowTender(state, 'refunded'));
    expect(refunded).toEqual(statesWhere(TENDER_STATES, ({ refundable }) => refundable));
  });

  it('do not allow further requests to the issuer for a closed tender or refund', () => {
    expect(
      statesOf(TENDER_STATES).filter((state) => mayFollowTender(state, 'sent') && !TENDER_STATES[state].open),
    ).toEqual([]);
    expect(
      statesOf(REFUND_STATES).filter((state) => mayFollowRefund(state, 'sent') && !REFUND_STATES[state].open),
    ).toEqual([]);
  });

  it('allow resuming, closing and deactivating the ranges in the table', () => {
    const follows = (kind: Parameters<typeof mayFollowRange>[1]) =>
      statesOf(RANGE_STATES).filter((state) => mayFollowRange(state, kind));
    expect(follows('resumed')).toEqual(statesWhere(RANGE_STATES, ({ resumes }) => resumes !== 'never'));
    expect(follows('closed')).toEqual(statesWhere(RANGE_STATES, ({ forManager }) => forManager));
    expect(follows('deactivating')).toEqual(statesWhere(RANGE_STATES, ({ undoable }) => undoable));
  });
});
