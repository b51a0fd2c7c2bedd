import type { ActivationView } from '../../contract/activation.ts';
import type { ActivationRecord } from '../journal/activation-store.ts';

/** An activation as the screens see it: no more than the journal says. */
export function activationView({ id, standing, createdAt, person, device }: ActivationRecord): ActivationView {
  return {
    id,
    state: standing.state,
    ranges: standing.ranges.map(({ start, end, count, state, activationId, refusal, changedAt }) => {
      return { start, end, count, state, activationId, refusal, changedAt: new Date(changedAt).toISOString() };
    }),
    stopReason: standing.state === 'stopped' ? standing.stop : null,
    createdAt: new Date(createdAt).toISOString(),
    changedAt: new Date(standing.changedAt).toISOString(),
    person: person.name,
    device: device.name,
  };
}
