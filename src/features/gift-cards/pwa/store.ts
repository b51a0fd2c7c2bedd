import type { PageDeps } from '../../../pwa/api/page.ts';
import type { ScanEvent } from '../../../pwa/scan/scan-event.ts';
import { createShown, type Watched } from '../../../pwa/wishes/shown.ts';
import { createWishStore } from '../../../pwa/wishes/store.ts';
import { type ActivationView, isActivationOpen } from '../contract/activation.ts';
import { doubtfulNumbers } from '../contract/card-code.ts';
import { type Draft, keepable, type Sample } from './draft.ts';
import { type ActivateEvent, type Activating, find, type Mode, nothingYet, reduce } from './machine.ts';
import type { ActivateOutbox } from './outbox.ts';
import type { ActivationWish } from './wish.ts';

/** The PUT answers at the end, after some seconds; progress can be queried earlier. */
const ASKS_AFTER_MS = 400;
/** Longer than the PUT of an activation can take. */
const MISSING_AFTER_MS = 20_000;

export interface ActivateDeps extends PageDeps {
  readonly outbox: ActivateOutbox;
  /** The server has an activation, so lists of them are stale. */
  readonly onHeard: (view: ActivationView) => void;
}

/**
 * Activations of this page.
 *
 * Outside React, so that the current list and sent requests survive the lock screen.
 */
export interface ActivateStore extends Watched<Activating> {
  /** Restores and follows up the work of an earlier page. Further calls have no effect. */
  readonly start: () => Promise<void>;
  readonly choose: (mode: Mode) => void;
  /** Handles a number from any device, or a pasted list. */
  readonly scan: (scan: ScanEvent) => void;
  /** Confirms that the number in question, and others of its length, are sequence numbers. */
  readonly vouch: () => void;
  /** Numbers of these lengths were activated here before. */
  readonly learn: (lengths: readonly number[]) => void;
  /** Applies the shop's setting for single cards. */
  readonly rule: (asksLastFour: boolean) => void;
  /** The last four digits of the waiting card; null cancels it. */
  readonly print: (digits: string | null) => void;
  readonly read: (text: string) => void;
  readonly change: (change: (draft: Draft) => Draft) => void;
  /** Sends the whole list if it has no fault and none is being sent. */
  readonly activate: (pin: string | null) => void;
  /** Sends a list again with its own id, because it never arrived or was refused. */
  readonly sendAgain: (pin: string | null) => void;
  /** The same for a card of the one-scan mode. */
  readonly sendCardAgain: (id: string, pin: string | null) => void;
  /** Removes a sent list that failed, or that the server now has. */
  readonly forget: () => void;
  readonly addSample: (activationId: string | null, sample: Sample) => Promise<void>;
}

export function createActivateStore(deps: ActivateDeps): ActivateStore {
  const { call, outbox, now, uuid } = deps;
  const { subscribe, state, show } = createShown(nothingYet);
  const wishes = createWishStore<ActivationWish, ActivationView>({
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
    ask: ({ id }) => call('activation', { params: { id } }),
    asksAfterMs: ASKS_AFTER_MS,
    missingAfterMs: MISSING_AFTER_MS,
    // A recorded list has its own page; a card is followed until its outcome is known.
    isOpen: (view, { mode }) => mode === 'card' && isActivationOpen(view.state),
    find: ({ id }) => find(state(), id),
    show(delivery) {
      dispatch({ type: 'told', delivery });
      if (delivery.phase.at === 'heard') deps.onHeard(delivery.phase.view);
    },
    drop: () => dispatch({ type: 'dropped' }),
  });
  let started: Promise<void> | undefined;

  function dispatch(event: ActivateEvent): void {
    const before = state();
    show(reduce(before, event));
    // Stored only for a reload; if that fails, the list is still on the screen.
    if (state().draft !== before.draft) outbox.saveDraft(keepable(state().draft)).catch(() => undefined);
  }

  /** The samples of a list are stored with it. */
  async function save(wish: ActivationWish): Promise<void> {
    await outbox.save(wish);
    if (wish.mode === 'list') await outbox.addSamples(wish.id, state().draft.samples);
  }

  /** Sends the request that the machine created for the event, if any. */
  function begin(event: Extract<ActivateEvent, { readonly id: string }>, pin: string | null = null): void {
    dispatch(event);
    const begun = find(state(), event.id);
    if (begun !== undefined) wishes.send(begun.wish, pin);
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
    start: () => (started ??= Promise.all([pickUpDraft(), wishes.start()]).then(() => undefined)),
    choose: (mode) => dispatch({ type: 'chosen', mode }),
    scan: (scan) => begin({ type: 'scanned', scan, id: uuid(), now: now() }),
    vouch: () => begin({ type: 'vouched', id: uuid(), now: now() }),
    learn: (lengths) => dispatch({ type: 'learned', lengths }),
    rule: (asksLastFour) => dispatch({ type: 'ruled', asksLastFour }),
    print(digits) {
      const { held } = state();
      if (held !== null) begin({ type: 'printed', id: held.id, digits });
    },
    read: (text) => dispatch({ type: 'read', text }),
    change: (change) => dispatch({ type: 'changed', change }),
    activate: (pin) => begin({ type: 'confirmed', id: uuid(), now: now() }, pin),
    sendAgain: (pin) => wishes.sendAgain(state().delivery, pin),
    sendCardAgain: (id, pin) => wishes.sendAgain(find(state(), id), pin),
    forget: () => wishes.forget(state().delivery),
    async addSample(activationId, sample) {
      if (activationId === null) dispatch({ type: 'sampled', sample });
      else await outbox.addSamples(activationId, [sample]);
    },
  };
}
