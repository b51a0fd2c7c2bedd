import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { type ActivationView, isActivationOpen, type RangeView } from '../contract/activation.ts';
import { maskCardCodes } from '../contract/card-code.ts';
import type { ActivationStatus, RangeStatus } from './activation-facts.ts';
import type { ActivationRecord } from './activation-store.ts';

/**
 * Builds the response for an activation, with only the last four of numbers that may be codes of
 * cards.
 */
export function activationView({ id, status, createdAt, person, device }: ActivationRecord): ActivationView {
  return {
    id,
    state: status.state,
    ranges: status.ranges.map((range) => rangeView(status, range)),
    stopReason: status.state === 'stopped' ? status.stop : null,
    createdAt: new Date(createdAt).toISOString(),
    changedAt: new Date(status.changedAt).toISOString(),
    person: person.name,
    device: device.name,
  };
}

function rangeView(status: ActivationStatus, range: RangeStatus): RangeView {
  const { count, state, activationId, refusal, changedAt, deactivation, decision, half } = range;
  const { start, end } = maskCardCodes(range, state);
  return {
    start,
    end,
    count,
    state,
    activationId,
    refusal,
    changedAt: new Date(changedAt).toISOString(),
    canDeactivate: mayDeactivate(status, range),
    half,
    deactivation: deactivation && {
      person: deactivation.by.person,
      reason: deactivation.note,
      at: new Date(deactivation.at).toISOString(),
      refusal: deactivation.refusal,
    },
    decision: decision && {
      person: decision.by.person,
      reason: decision.note,
      at: new Date(decision.at).toISOString(),
    },
  };
}

/**
 * True if a range can be deactivated now: the issuer offered that, its cards are or may be active,
 * and no other request is running.
 */
export function mayDeactivate({ state }: ActivationStatus, range: RangeStatus): boolean {
  return range.deactivatable && RANGE_STATES[range.state].undoable && !isActivationOpen(state);
}
