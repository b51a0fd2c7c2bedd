import { randomUUID } from 'node:crypto';
import { type CardRange } from '../../contract/redemption/activation-request.ts';
import { activationViewSchema, isActivationOpen, type RangeState } from '../../features/gift-cards/contract/activation.ts';
import type { ClaimedPart, Deed, Standing } from './judge.ts';
import type { Operation } from './operation.ts';
import type { VoucherService } from './service.ts';
import { isDone, toldInWords, waitForFinalState, wishFor } from './wish.ts';

const RANGES = 2;
const CARDS_IN_RANGE = 2;

/**
 * The meaning of a state for the cards. A range with an unknown outcome waits until a user sends it
 * again.
 */
const CLAIMS: Readonly<Record<RangeState, ClaimedPart['claim']>> = {
  waiting: 'not done',
  sent: 'unsure',
  done: 'done',
  refused: 'not done',
  halved: 'not done',
  not_sent: 'not done',
  unknown: 'unsure',
  closed: 'unsure',
  found_active: 'unsure',
  closed_unknown: 'unsure',
  deactivating: 'unsure',
  deactivated: 'not done',
  deactivation_unknown: 'unsure',
};

/** An activation of cards, range by range. */
export const activate: Operation = {
  name: 'activate',
  async prepare(service) {
    const ranges = await Promise.all(Array.from({ length: RANGES }, () => service.newCards(CARDS_IN_RANGE)));
    const path = `/api/activations/${randomUUID()}`;
    const deeds = () => activeCards(service, ranges);
    return wishFor({
      path,
      body: { ranges },
      asked: CARDS_IN_RANGE,
      refusalAfterDelete: null,
      readAnswer: readActivation,
      deeds,
      /** A user sends waiting and unknown ranges again, after which every card is active. */
      async next(till, final) {
        const unsure = (final?.parts ?? []).flatMap(({ claim }, position) => (claim === 'unsure' ? [position] : []));
        if (final?.state !== 'done') await till.send('POST', `${path}/resume`, { ranges: unsure });
        const atRest = await waitForFinalState(till, { path, readAnswer: readActivation });
        if (!isDone(atRest)) return [`it could not be finished: ${toldInWords(atRest)}`];
        const counted = (await deeds()).map((done) => done[0]?.worth ?? 0);
        return counted.every((cards) => cards === CARDS_IN_RANGE) ? [] : [`it is done, but ${counted.join(' and ')} cards are active`];
      },
    });
  },
};

function readActivation(body: unknown): Standing {
  const { state, ranges } = activationViewSchema.parse(body);
  return {
    state,
    open: isActivationOpen(state),
    parts: ranges.map((range) => ({ claim: CLAIMS[range.state], id: range.activationId })),
  };
}

/**
 * The ledger tells which cards are active, but not by which request: the active cards of a range
 * count as one effect.
 */
async function activeCards(service: VoucherService, ranges: readonly CardRange[]): Promise<Deed[][]> {
  const { vouchers } = await service.ledger();
  return ranges.map(({ start, end }) => {
    const active = vouchers.filter(
      ({ sequence, status }) => sequence !== null && sequence >= start && sequence <= end && status === 'Active',
    );
    return active.length === 0 ? [] : [{ id: null, worth: active.length }];
  });
}
