import {
  type ActivationRequest,
  type ActivationView,
  cardsIn,
  type DeactivateRequest,
  faultInRanges,
  firstOverlap,
  isActivationOpen,
  isSending,
} from '../../contract/activation.ts';
import { numberKind } from '../../contract/card-code.ts';
import { LIMITS } from '../../contract/limits.ts';
import { settledBy } from '../attempts.ts';
import { type Caller, deciderOf, maySee } from '../http/caller.ts';
import { RESUMABLE } from '../journal/activation-facts.ts';
import type { ActivationRecord } from '../journal/activation-store.ts';
import type { Changes } from '../journal/changes.ts';
import { createOrClosed, decideOn } from '../journal-first.ts';
import type { Runs } from '../runs.ts';
import type { Approve } from './approval.ts';
import type { RefuseCardCodes } from './card-codes.ts';
import { type DeactivateRangeDeps, deactivateRange } from './deactivate-range.ts';
import {
  activationMismatch,
  badRange,
  cardCode,
  cardsTaken,
  noSuchActivation,
  notDeactivatable,
  nothingToResume,
  rangesOverlap,
} from './problems.ts';
import { type SendRangesDeps, sendRanges } from './send-ranges.ts';
import { activationView, mayDeactivate } from './view.ts';

export interface ActivationDeps extends Omit<SendRangesDeps, 'stopping' | 'issuer'> {
  readonly issuer: SendRangesDeps['issuer'] & DeactivateRangeDeps['issuer'];
  readonly changes: Changes;
  readonly runs: Runs;
  /** This server. */
  readonly serverId: number;
  /** Asked before anything new begins. */
  readonly approve: Approve;
  readonly refuseCardCodes: RefuseCardCodes;
}

export interface Activations {
  /**
   * Activates ranges of cards, once for an id: the same id and ranges again answers with the activation as it stands. Waits for the end up
   * to 5 s; the ranges are sent whoever waits.
   * @throws Problem 400 `bad-range`, `card-code`, 409 `activation-mismatch`, `ranges-overlap`, what {@link Approve} throws; 503 when the journal cannot be written
   */
  put(caller: Caller, id: string, request: ActivationRequest): Promise<{ activation: ActivationView; isNew: boolean }>;
  /** @throws Problem 404 for an id that never arrived, or is somebody else's */
  get(caller: Caller, id: string): Promise<ActivationView>;
  /** The caller's own latest, newest first. */
  mine(caller: Caller): Promise<ActivationView[]>;
  /** Sends no range after the one that is with the issuer; what is at rest already stays as it is. @throws as {@link Activations.get} */
  stop(caller: Caller, id: string): Promise<ActivationView>;
  /**
   * Sends the ranges that wait or were not sent, and those of `also` that are unknown or were refused. Waits like {@link Activations.put}.
   * @throws Problem 400 `bad-range` for a position that there is not, 409 `nothing-to-resume`, `ranges-overlap`; as {@link Activations.get}
   */
  resume(caller: Caller, id: string, also: readonly number[]): Promise<ActivationView>;
  /**
   * Takes a range back that is done, or whose taking back nobody knows the outcome of; never by itself. Waits like {@link Activations.put}.
   * @throws Problem 400 `bad-range` for a position that there is not, 409 `not-deactivatable`; as {@link Activations.get}
   */
  deactivate(caller: Caller, id: string, request: DeactivateRequest): Promise<ActivationView>;
  /** Goes on with what is under way in an activation that this server looks after. */
  goOn(activation: ActivationRecord): void;
}

export function createActivations(deps: ActivationDeps): Activations {
  const { journal, clock, runs, serverId } = deps;
  const orClosed = createOrClosed(deps.log, 'activation');
  /** Activations in which a request to take a range back is being written, so that nobody takes it for one that was left behind. */
  const beginning = new Set<string>();

  /** Whatever this server looks after goes on, also where the journal wrote a beginning and did not say so. */
  function goOn(activation: ActivationRecord): void {
    const { state, server } = activation.standing;
    if (server !== serverId) return;
    if (isSending(state)) runs.start(sendRanges({ ...deps, stopping: runs.stopping }, activation), activation);
    if (state === 'deactivating' && !beginning.has(activation.id)) runs.start(deactivateRange(deps, activation, null), activation);
  }

  async function read(caller: Caller, id: string): Promise<ActivationRecord> {
    const activation = await journal.read(caller.shop, id);
    if (!activation || !maySee(caller, activation)) throw noSuchActivation();
    goOn(activation);
    return activation;
  }

  async function viewAtRest({ shop }: Caller, id: string, deadline: number): Promise<ActivationView> {
    const isOpen = ({ standing }: ActivationRecord) => isActivationOpen(standing.state);
    const look = async () => (await journal.read(shop, id)) ?? neverRead();
    return activationView(await settledBy(deps, { id, deadline, isOpen, read: look }, look));
  }

  const decide = <T>(caller: Caller, id: string, act: (activation: ActivationRecord) => Promise<T>): Promise<T> =>
    decideOn(
      () => orClosed(id, read(caller, id)),
      (activation) => orClosed(id, act(activation)),
    );

  return {
    goOn,
    async put(caller, id, { ranges, pin, numbersConfirmed = false }) {
      const deadline = clock.monotonic() + LIMITS.tenderWaitMs;
      if (ranges.some(({ start, end }) => [start, end].some((text) => numberKind(text) === 'code'))) throw cardCode();
      const fault = faultInRanges(ranges);
      if (fault) throw badRange(fault);
      const twice = firstOverlap(ranges);
      if (twice !== -1) throw rangesOverlap(twice);
      const { shop, device, person } = caller;
      const known = await orClosed(id, journal.recall(id, { shop, ranges }));
      if (known.outcome === 'none') await deps.refuseCardCodes(ranges, numbersConfirmed);
      if (known.outcome === 'none') await orClosed(id, deps.approve(caller, { cards: cardsIn(ranges), pin }));
      const begun = known.outcome === 'none' ? await orClosed(id, journal.begin({ id, shop, device, person, ranges })) : known;
      switch (begun.outcome) {
        case 'new':
        case 'same':
          goOn(begun.activation);
          return { activation: await viewAtRest(caller, id, deadline), isNew: begun.outcome === 'new' };
        case 'different':
          throw activationMismatch();
        case 'overlap':
          throw cardsTaken(begun.overlaps);
        default:
          return begun satisfies never;
      }
    },
    get: async (caller, id) => activationView(await read(caller, id)),
    mine: async ({ shop, person }) => (await journal.latestOf(shop, person.id, LIMITS.mineMax)).map(activationView),
    stop: (caller, id) =>
      decide(caller, id, async (activation) => {
        const goesOn = activation.standing.state === 'running' && activation.standing.ranges.some(({ state }) => state === 'waiting');
        if (!goesOn) return activationView(activation);
        return activationView(await journal.append(activation, { kind: 'stopped', why: 'asked', by: deciderOf(caller) }));
      }),
    async resume(caller, id, also) {
      const deadline = clock.monotonic() + LIMITS.tenderWaitMs;
      await decide(caller, id, async (activation) => {
        const left = leftOf(activation, also);
        /* What an earlier version took unseen is looked at now; what was confirmed stays so. */
        await deps.refuseCardCodes(
          left.flatMap((position) => activation.standing.ranges[position] ?? []),
          true,
        );
        const resumed = await journal.resume(activation, left, deciderOf(caller));
        if (resumed.outcome === 'overlap') throw cardsTaken(resumed.overlaps);
        goOn(resumed.activation);
      });
      return viewAtRest(caller, id, deadline);
    },
    async deactivate(caller, id, { range, reason }) {
      const deadline = clock.monotonic() + LIMITS.tenderWaitMs;
      await decide(caller, id, async (activation) => {
        assertMayDeactivate(activation, range);
        const sentAtMs = clock.monotonic();
        beginning.add(id);
        try {
          const begun = await journal.deactivate(activation, { range, by: deciderOf(caller), note: reason });
          runs.start(deactivateRange(deps, begun, sentAtMs), begun);
        } finally {
          beginning.delete(id);
        }
      });
      return viewAtRest(caller, id, deadline);
    },
  };
}

/** @throws Problem 400 `bad-range`, 409 `not-deactivatable` */
function assertMayDeactivate({ standing }: ActivationRecord, position: number): void {
  const range = standing.ranges[position];
  if (!range) throw badRange({ field: 'range', range: null });
  if (!mayDeactivate(standing, range)) throw notDeactivatable();
}

/**
 * The ranges to send: all that wait or were not sent, and those that are asked for by position.
 * @throws Problem 400 `bad-range`, 409 `nothing-to-resume`
 */
function leftOf({ standing }: ActivationRecord, also: readonly number[]): number[] {
  const { ranges, state } = standing;
  if (state === 'deactivating') throw nothingToResume();
  for (const [index, position] of also.entries()) {
    const asked = ranges[position];
    if (!asked) throw badRange({ field: `ranges.${index}`, range: null });
    if (!RESUMABLE.includes(asked.state)) throw nothingToResume();
  }
  const left = [...ranges.entries()].filter(
    ([position, range]) =>
      range.state === 'waiting' ||
      range.state === 'not_sent' ||
      (also.includes(position) && (range.state === 'unknown' || range.state === 'refused')),
  );
  const isNew = left.some(([, range]) => range.state !== 'waiting') || state === 'stopped' || state === 'stopping';
  if (left.length === 0 || !isNew) throw nothingToResume();
  return left.map(([position]) => position);
}

function neverRead(): never {
  throw new Error('An activation that was there is gone');
}
