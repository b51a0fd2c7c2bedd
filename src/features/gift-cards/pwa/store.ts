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

/** The answer to the PUT waits for the end, for some seconds; how far it is can be asked before. */
const ASKS_AFTER_MS = 400;
/** As long as the PUT of an activation can be under way, with room to spare. */
const MISSING_AFTER_MS = 20_000;

export interface ActivateDeps extends PageDeps {
  readonly outbox: ActivateOutbox;
  /** The server has an activation, so lists of them are stale. */
  readonly onHeard: (view: ActivationView) => void;
}

/**
 * Activations of this page.
 *
 * It lives outside React, so that the list being made and what is on its way stay behind the lock
 * screen.
 */
export interface ActivateStore extends Watched<Activating> {
  /** Reads what an earlier page left behind and follows it up; once, however often it is called. */
  readonly start: () => Promise<void>;
  readonly choose: (mode: Mode) => void;
  /** A number that was read by whatever device, or a list that was pasted. */
  readonly scan: (scan: ScanEvent) => void;
  /** The number in doubt is a sequence number, and so are others of its length. */
  readonly vouch: () => void;
  /** Numbers of these lengths were activated here before. */
  readonly learn: (lengths: readonly number[]) => void;
  /** What managers have set for a card that is activated by itself. */
  readonly rule: (asksLastFour: boolean) => void;
  /** The last four digits on the card that waits for them; null: it is not to be activated. */
  readonly print: (digits: string | null) => void;
  /** Adds the lines of a text to the list. */
  readonly read: (text: string) => void;
  readonly change: (change: (draft: Draft) => Draft) => void;
  /** Sends the whole list, if nothing is wrong with it and nothing is on its way. */
  readonly activate: (pin: string | null) => void;
  /** Sends the list that never arrived, or was refused, once more with its own id. */
  readonly sendAgain: (pin: string | null) => void;
  /** The same for a card of the one-scan mode. */
  readonly sendCardAgain: (id: string, pin: string | null) => void;
  /** Forgets the list on its way that came to nothing, or that the server now has. */
  readonly forget: () => void;
  readonly addSample: (activationId: string | null, sample: Sample) => Promise<void>;
}

/** Makes the store of activations: the pure machine, and what is kept and sent when it says so. */
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
    // A list that the server has is shown by its own page; a card is followed until it is known
    // what became of it.
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
    // Kept as a kindness after a reload; where it can't be kept, it is on the screen all the same.
    if (state().draft !== before.draft) outbox.saveDraft(keepable(state().draft)).catch(() => undefined);
  }

  /** The samples of a list are kept with it. */
  async function save(wish: ActivationWish): Promise<void> {
    await outbox.save(wish);
    if (wish.mode === 'list') await outbox.addSamples(wish.id, state().draft.samples);
  }

  /** Sends what the machine made of the event, if anything. */
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
      // Where nothing can be kept, nothing was.
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
