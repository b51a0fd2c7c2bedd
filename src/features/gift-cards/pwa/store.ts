import type { PageDeps } from '../../../pwa/api/page.ts';
import { createStateStore, type ReadableStore } from '../../../pwa/pending-operations/state-store.ts';
import { createOperationStore } from '../../../pwa/pending-operations/store.ts';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { type ActivationView, isActivationOpen } from '../contract/activation.ts';
import { doubtfulNumbers } from '../contract/card-code.ts';
import { type Draft, type Sample, withoutCardCodes } from './draft.ts';
import { QUERY_AFTER_MS, STORE_MISSING_AFTER_MS } from './limits.ts';
import {
  type ActivateEvent,
  type ActivationPageState,
  find,
  initialActivationState,
  type Mode,
  reduce,
} from './machine.ts';
import type { ActivateOutbox } from './outbox.ts';
import type { PendingActivation } from './pending-activation.ts';

export interface ActivateDeps extends PageDeps {
  readonly outbox: ActivateOutbox;
  /** Called when the server has an activation, so that lists of activations are stale. */
  readonly onReport: (view: ActivationView) => void;
}

/**
 * Activations of this page.
 *
 * Outside React, so that the current list and sent requests survive the lock screen.
 */
export interface ActivateStore extends ReadableStore<ActivationPageState> {
  /** Restores and follows up the work of an earlier page. Further calls have no effect. */
  readonly start: () => Promise<void>;
  readonly choose: (mode: Mode) => void;
  /** Handles a number from any device, or a pasted list. */
  readonly scan: (scan: ScanEvent) => void;
  /** Confirms that the number in question, and others of its length, are sequence numbers. */
  readonly vouch: () => void;
  /** Reports that the shop activated numbers of these lengths before. */
  readonly learn: (lengths: readonly number[]) => void;
  /** Applies the shop's setting for single cards. */
  readonly rule: (needsLastFour: boolean) => void;
  /** The last four digits of the waiting card; null cancels it. */
  readonly print: (digits: string | null) => void;
  readonly read: (text: string) => void;
  readonly change: (change: (draft: Draft) => Draft) => void;
  /** Sends the whole list if it has no fault and no other list is being sent. */
  readonly activate: (pin: string | null) => void;
  /** Sends a list again with its own id, because it never arrived or was refused. */
  readonly sendAgain: (pin: string | null) => void;
  /** As `sendAgain`, for a card of the one-scan mode. */
  readonly sendCardAgain: (id: string, pin: string | null) => void;
  /** Removes a sent list that failed, or that the server now has. */
  readonly forget: () => void;
  readonly addSample: (activationId: string | null, sample: Sample) => Promise<void>;
}

export function createActivateStore(deps: ActivateDeps): ActivateStore {
  const { call, outbox, now, uuid } = deps;
  const { subscribe, state, set } = createStateStore(initialActivationState);
  const operations = createOperationStore<PendingActivation, ActivationView>({
    ...deps,
    outbox: { ...outbox, save },
    put: ({ id, ranges, printed, numbersTyped }, pin) =>
      call('putActivation', {
        params: { id },
        body: {
          ranges,
          ...(pin !== null && { pin }),
          ...(printed !== undefined && { printed }),
          ...(numbersTyped === true && { numbersTyped }),
          ...(doubtfulNumbers(ranges).length > 0 && { numbersConfirmed: true }),
        },
      }),
    query: ({ id }) => call('activation', { params: { id } }),
    queryAfterMs: QUERY_AFTER_MS,
    missingAfterMs: STORE_MISSING_AFTER_MS,
    // A list is followed until the server has it, because its page shows the progress; a card until
    // its outcome is known.
    isOpen: (view, { mode }) => mode === 'card' && isActivationOpen(view.state),
    find: ({ id }) => find(state(), id),
    show(delivery) {
      dispatch({ type: 'delivered', delivery });
      if (delivery.phase.at === 'answered') deps.onReport(delivery.phase.view);
    },
    drop: () => dispatch({ type: 'dropped' }),
  });
  let started: Promise<void> | undefined;

  function dispatch(event: ActivateEvent): void {
    const before = state();
    set(reduce(before, event));
    // Stored only for a reload; if that fails, the list is still on the screen.
    if (state().draft !== before.draft) outbox.saveDraft(withoutCardCodes(state().draft)).catch(() => undefined);
  }

  /** The samples of a list are stored with it. */
  async function save(operation: PendingActivation): Promise<void> {
    await outbox.save(operation);
    if (operation.mode === 'list') await outbox.addSamples(operation.id, state().draft.samples);
  }

  /** Sends the request that the machine created for the event, if any. */
  function begin(event: Extract<ActivateEvent, { readonly id: string }>, pin: string | null = null): void {
    dispatch(event);
    const delivery = find(state(), event.id);
    if (delivery !== undefined) operations.send(delivery.operation, pin);
  }

  async function pickUpDraft(): Promise<void> {
    try {
      const draft = await outbox.draft();
      if (draft !== null) dispatch({ type: 'found', draft });
    } catch {
      // If storage fails, nothing was stored.
    }
  }

  return {
    subscribe,
    state,
    start: () => (started ??= Promise.all([pickUpDraft(), operations.start()]).then(() => undefined)),
    choose: (mode) => dispatch({ type: 'chosen', mode }),
    scan: (scan) => begin({ type: 'scanned', scan, id: uuid(), now: now() }),
    vouch: () => begin({ type: 'vouched', id: uuid(), now: now() }),
    learn: (lengths) => dispatch({ type: 'learned', lengths }),
    rule: (needsLastFour) => dispatch({ type: 'ruled', needsLastFour }),
    print(digits) {
      const { held } = state();
      if (held !== null) begin({ type: 'printed', id: held.id, digits });
    },
    read: (text) => dispatch({ type: 'read', text }),
    change: (change) => dispatch({ type: 'changed', change }),
    activate: (pin) => begin({ type: 'confirmed', id: uuid(), now: now() }, pin),
    sendAgain: (pin) => operations.sendAgain(state().delivery, pin),
    sendCardAgain: (id, pin) => operations.sendAgain(find(state(), id), pin),
    forget: () => operations.forget(state().delivery),
    async addSample(activationId, sample) {
      if (activationId === null) dispatch({ type: 'sampled', sample });
      else await outbox.addSamples(activationId, [sample]);
    },
  };
}
