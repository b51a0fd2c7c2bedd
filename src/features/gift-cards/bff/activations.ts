import type { Ceilings } from '../../../bff/access/approval/ceilings.ts';
import type { Audit } from '../../../bff/platform/audit/audit.ts';
import { type Caller, deciderOf } from '../../../bff/platform/http/caller.ts';
import type { Changes } from '../../../bff/redemption/operation/changes.ts';
import { createIdempotent, type PutResult } from '../../../bff/redemption/operation/idempotent-operations.ts';
import { notResumable } from '../../../bff/redemption/operation/problems.ts';
import type { Runs } from '../../../bff/redemption/operation/runs.ts';
import type { Gate } from '../../../bff/redemption/recovery/gate.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type ActivationRequest, cardsIn } from '../../../contract/redemption/activation-request.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { numberKind } from '../../../contract/voucher/ref-shape.ts';
import {
  type ActivationView,
  type DeactivateRequest,
  faultInRanges,
  firstOverlap,
  isActivationOpen,
  isSending,
} from '../contract/activation.ts';
import { mayFollowRange } from './activation-facts.ts';
import type { ActivationRecord } from './activation-store.ts';
import { assertMatchesPrintedNumber, type RefuseCardCodes } from './card-codes.ts';
import { type DeactivateRangeDeps, deactivateRange } from './deactivate-range.ts';
import { badRange, cardsInUse, mayBeSecretCode, notDeactivatable, rangesOverlap } from './problems.ts';
import { type SendRangesDeps, sendRanges } from './send-ranges.ts';
import { activationView, mayDeactivate } from './view.ts';

export interface ActivationDeps extends Omit<SendRangesDeps, 'stopping' | 'issuer'> {
  readonly issuer: SendRangesDeps['issuer'] & DeactivateRangeDeps['issuer'];
  readonly changes: Changes;
  readonly runs: Runs;
  readonly serverId: number;
  /** Checked before a new activation begins. */
  readonly ceilings: Ceilings;
  readonly refuseCardCodes: RefuseCardCodes;
  /** Records cards that may have been tampered with. */
  readonly audit: Pick<Audit, 'write'>;
  readonly gate: SendRangesDeps['gate'] & Pick<Gate, 'assertNeverArrived' | 'assertNew' | 'assertRead'>;
}

export interface Activations {
  /**
   * Activates ranges of cards, once for each id: the same id and ranges again returns the current
   * state of the activation. Waits for the end up to 5 s; the ranges are sent even if no caller
   * waits.
   * @throws Problem 400 `bad-range`, `card-code`, 409 `activation-mismatch`, `ranges-overlap`,
   * `perhaps-tampered`, those of {@link Ceilings.admit}; 503 if the journal cannot be written, or
   * `journal-gap` while it may lack an activation of these cards
   */
  put(caller: Caller, id: string, request: ActivationRequest): Promise<PutResult<ActivationView>>;
  /** @throws Problem 404 for an id that never arrived, or belongs to another caller */
  get(caller: Caller, id: string): Promise<ActivationView>;
  /**
   * Returns the caller's latest activations, newest first; for a manager those of everyone, if
   * requested.
   */
  latest(caller: Caller, options?: { readonly all: boolean }): Promise<ActivationView[]>;
  /**
   * Stops an activation: sends no range after the one at the issuer; a finished activation stays
   * unchanged.
   * @throws as {@link Activations.get}
   */
  stop(caller: Caller, id: string): Promise<ActivationView>;
  /**
   * Sends the ranges that wait or were not sent, and the unknown or refused ranges in `also`. With
   * `halve`, it sends the halves of refused ranges instead, halved again if refused, until single
   * cards are left. Waits like {@link Activations.put}.
   * @throws Problem 400 `bad-range` for a position that does not exist, 409 `nothing-to-resume`,
   * `ranges-overlap`, 503 `journal-gap`; also those of {@link Activations.get}
   */
  resume(caller: Caller, id: string, also: readonly number[], halve?: boolean): Promise<ActivationView>;
  /**
   * Deactivates a range that is done, or whose deactivation has an unknown outcome; never
   * automatically. Waits like {@link Activations.put}.
   * @throws Problem 400 `bad-range` for a position that does not exist, 409 `not-deactivatable`,
   * 503 `journal-gap`; also those of {@link Activations.get}
   */
  deactivate(caller: Caller, id: string, request: DeactivateRequest): Promise<ActivationView>;
  goOn(activation: ActivationRecord): void;
}

export function createActivations(deps: ActivationDeps): Activations {
  const { journal, clock, runs, serverId, gate } = deps;
  /**
   * Activations with a deactivation that is being written, so that they are not mistaken for
   * abandoned ones.
   */
  const starting = new Set<string>();

  /** Continues an activation of this server, even if its first write was not confirmed. */
  function goOn(activation: ActivationRecord): void {
    const { state, server } = activation.status;
    if (server !== serverId) return;
    if (isSending(state)) runs.start(sendRanges({ ...deps, stopping: runs.stopping }, activation), activation);
    if (state === 'deactivating' && !starting.has(activation.id))
      runs.start(deactivateRange(deps, activation, null), activation);
  }

  const used = { usedFor: 'other ranges', mismatch: 'activation-mismatch' } as const;
  const idempotent = createIdempotent({ ...deps, ...used, kind: 'activation', isOpen: isActivationOpen, goOn });

  return {
    goOn,
    async put(caller, id, { ranges, pin, numbersConfirmed = false, printed, numbersTyped = false }) {
      const deadline = idempotent.deadline();
      assertGood(ranges);
      if (printed !== undefined) await assertMatchesPrintedNumber(deps.audit, caller, ranges, printed);
      const { shop, device, person } = caller;
      return idempotent.put({
        id,
        caller,
        request: { shop, ranges },
        deadline,
        async prepare() {
          gate.assertRead();
          await gate.assertNew(id, device.id);
          await deps.refuseCardCodes(ranges, numbersConfirmed);
          const cards = cardsIn(ranges);
          const isSeen = printed !== undefined || numbersTyped;
          const operation = { kind: 'activation', ranges } as const;
          const weighed = { id, wish: operation, count: cards, pin, isSeen, details: { cards } };
          await idempotent.readJournal(id, deps.ceilings.admit(caller, weighed));
        },
        async begin() {
          const started = await journal.begin({ id, shop, device, person, ranges });
          if (started.outcome !== 'overlap') return started;
          await deps.ceilings.uncount(shop, id);
          throw cardsInUse(started.overlaps);
        },
        view: activationView,
      });
    },
    get: async (caller, id) => activationView(await idempotent.findVisibleTo(caller, id)),
    async latest({ shop, person }, { all } = { all: false }) {
      const personId = all && person.role === 'manager' ? null : person.id;
      return (await journal.latestOf(shop, personId, LIMITS.mineMax)).map(activationView);
    },
    stop: (caller, id) =>
      idempotent.decide(caller, id, async (activation) => {
        const goesOn =
          activation.status.state === 'running' && activation.status.ranges.some(({ state }) => state === 'waiting');
        if (!goesOn) return activationView(activation);
        return activationView(
          await journal.append(activation, { kind: 'stopped', why: 'asked', by: deciderOf(caller) }),
        );
      }),
    async resume(caller, id, also, halve = false) {
      const deadline = idempotent.deadline();
      await idempotent.decide(caller, id, async (activation) => {
        gate.assertRead();
        const left = leftOf(activation, also);
        await deps.refuseCardCodes(
          left.flatMap((position) => activation.status.ranges[position] ?? []),
          true,
        );
        const resumed = await journal.resume(activation, { ranges: left, halve, by: deciderOf(caller) });
        if (resumed.outcome === 'overlap') throw cardsInUse(resumed.overlaps);
        goOn(resumed.record);
      });
      return activationView(await idempotent.waitForFinal(caller.shop, id, deadline));
    },
    async deactivate(caller, id, { range, reason }) {
      const deadline = idempotent.deadline();
      await idempotent.decide(caller, id, async (activation) => {
        gate.assertRead();
        assertMayDeactivate(activation, range);
        const sentAtMs = clock.monotonic();
        starting.add(id);
        try {
          const started = await journal.deactivate(activation, { range, by: deciderOf(caller), note: reason });
          if (started.outcome === 'overlap') throw notDeactivatable();
          runs.start(deactivateRange(deps, started.record, sentAtMs), started.record);
        } finally {
          starting.delete(id);
        }
      });
      return activationView(await idempotent.waitForFinal(caller.shop, id, deadline));
    },
  };
}

/** @throws Problem 400 `bad-range`, `card-code`, 409 `ranges-overlap` */
function assertGood(ranges: ActivationRequest['ranges']): void {
  if (ranges.some(({ start, end }) => [start, end].some((text) => numberKind(text) === 'code')))
    throw mayBeSecretCode();
  const fault = faultInRanges(ranges);
  if (fault) throw badRange(fault);
  const twice = firstOverlap(ranges);
  if (twice !== -1) throw rangesOverlap(twice);
}

/** @throws Problem 400 `bad-range`, 409 `not-deactivatable` */
function assertMayDeactivate({ status }: ActivationRecord, position: number): void {
  const range = status.ranges[position];
  if (!range) throw badRange({ field: 'range', range: null });
  if (!mayDeactivate(status, range)) throw notDeactivatable();
}

/**
 * Returns the ranges to send: all that wait or were not sent, and those requested by position.
 * @throws Problem 400 `bad-range`, 409 `nothing-to-resume`
 */
function leftOf({ status }: ActivationRecord, also: readonly number[]): number[] {
  const { ranges, state } = status;
  if (state === 'deactivating') throw notResumable();
  for (const [index, position] of also.entries()) {
    const requested = ranges[position];
    if (!requested) throw badRange({ field: `ranges.${index}`, range: null });
    if (!mayFollowRange(requested.state, 'resumed')) throw notResumable();
  }
  const left = [...ranges.entries()].filter(
    ([position, range]) => RANGE_STATES[range.state].resumes === 'by-itself' || also.includes(position),
  );
  const isNew = left.some(([, range]) => range.state !== 'waiting') || state === 'stopped' || state === 'stopping';
  if (left.length === 0 || !isNew) throw notResumable();
  return left.map(([position]) => position);
}
