import type { VoucherEvent } from '../../../bff/app/feature-hooks.ts';
import { maskCardCodes } from '../contract/card-code.ts';
import type { ActivationRecord } from './activation-store.ts';

/** Returns the events of the card with this number, from its activations in this shop. */
export function cardEventsOf(activations: readonly ActivationRecord[], sequence: string): VoucherEvent[] {
  return activations.flatMap((activation) => eventsOf(activation, sequence));
}

function eventsOf({ status, facts, person, device, id }: ActivationRecord, sequence: string): VoucherEvent[] {
  return status.ranges.flatMap((range, position) => {
    const { start, end, state } = range;
    if (start.length !== sequence.length || sequence < start || sequence > end) return [];
    const visible = maskCardCodes(range, state);
    return facts.flatMap(({ at, fact }): VoucherEvent[] => {
      if ((fact.kind !== 'done' && fact.kind !== 'deactivated') || fact.range !== position) return [];
      const isBack = fact.kind === 'deactivated';
      return [
        {
          id: `${id}:${position}:${fact.kind}`,
          what: isBack ? 'deactivated' : 'activated',
          at,
          value: null,
          unit: null,
          person: isBack ? (range.deactivation?.by.person ?? person.name) : person.name,
          device: device.name,
          cards: { start: visible.start, end: visible.end },
        },
      ];
    });
  });
}
