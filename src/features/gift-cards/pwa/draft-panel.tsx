import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { ApprovalForm, proofNeeded } from '../../../pwa/approval/proof-form.tsx';
import { PinPad } from '../../../pwa/shell/pin-pad.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { CardSpan } from '../contract/activation.ts';
import { maskCardCodes } from '../contract/card-code.ts';
import { cardFault, cardsOf, codeFault } from './card-faults.ts';
import { CodeNotice } from './code-notice.tsx';
import { CountField } from './count-field.tsx';
import { DeliveryNotice } from './delivery-notice.tsx';
import { acceptLength, type DraftLine, type DraftSum, draftSumOf, enterCount, withoutRange } from './draft.ts';
import { LIST_ID } from './list-id.ts';
import type { ActivationDelivery } from './pending-activation.ts';
import { isByPhone, PhoneGuard } from './phone-guard.tsx';
import { useActivateStore, useActivating } from './use-activate.ts';
import { useNames } from './use-names.ts';

/** The cards to activate, any faults, and the button. */
export function DraftPanel() {
  const activate = usePageMessages('gift-cards');
  const { draft, delivery } = useActivating();
  const sum = draftSumOf(draft);
  const activated = activatedSpans(delivery);
  const { span } = useNames();
  const [only] = sum.ranges;
  const where =
    sum.ranges.length === 1 && only && cardsOf(only) !== null
      ? span(codeFault(only, draft.digits) === null ? only : maskCardCodes(only, 'waiting'))
      : activate.ranges(sum.ranges.length);
  return (
    <section id={LIST_ID} className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" aria-label={activate.list}>
      <h2 tabIndex={-1} className="rounded-button text-section font-semibold">
        {activate.list}
      </h2>
      {sum.ranges.length === 0 && <p className="text-neutral-9">{activate.nothingYet}</p>}
      {sum.ranges.length > 0 && (
        <p aria-live="polite">
          <span className="block text-amount font-semibold wrap-anywhere tabular-nums till:text-amount-till">
            {activate.cards(sum.cards)}
          </span>
          <span className="text-section break-words text-neutral-10 tabular-nums">{where}</span>
        </p>
      )}
      {draft.lines.length > 0 && (
        <ul className="-mx-2 grid max-h-[60dvh] divide-y divide-neutral-4 overflow-y-auto px-2">
          {draft.lines.map((line, position) => (
            <LineRow
              key={line.id}
              line={line}
              overlap={sum.overlaps[position] ?? null}
              activated={activated.get(position) ?? null}
            />
          ))}
        </ul>
      )}
      <HandRow sum={sum} activated={activated} lines={draft.lines.length} />
      {sum.isTooMuch && (
        <Notice tone="refused">{activate.tooMuch(activate.cards(LIMITS.cardsPerActivationMax))}</Notice>
      )}
      <DeliveryNotice />
      <Confirm sum={sum} delivery={delivery} />
      <Approve delivery={delivery} />
    </section>
  );
}

/**
 * Cards of the list that belong to an activation according to the server, by the range of the list.
 */
interface ActivatedSpan extends CardSpan {
  readonly person: string;
  readonly at: string;
}

function activatedSpans(delivery: ActivationDelivery | null): ReadonlyMap<number, ActivatedSpan> {
  const failure = delivery?.phase.at === 'refused' ? delivery.phase.failure : null;
  const overlaps = failure?.kind === 'problem' ? (failure.details.overlaps ?? []) : [];
  return new Map(overlaps.map((met) => [met.range, met]));
}

interface LineProps {
  readonly line: DraftLine;
  readonly overlap: CardSpan | null;
  readonly activated: ActivatedSpan | null;
}

function LineRow({ line, overlap, activated }: LineProps) {
  const activate = usePageMessages('gift-cards');
  const { change } = useActivateStore();
  const { span } = useNames();
  const { digits } = useActivating().draft;
  const fault = cardFault(line, digits);
  const isCode = fault === 'card-code' || fault === 'maybe-code';
  const cards = isCode ? null : cardsOf(line);
  const name = span(isCode ? maskCardCodes(line, 'waiting') : line);
  const mayCount = fault === null || fault === 'not-counted' || fault === 'miscounted';
  const [isCounted, setCounted] = useState(false);
  return (
    <li className="grid gap-2 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-28 font-medium wrap-anywhere tabular-nums">{name}</span>
        <span className="text-neutral-9 tabular-nums">{cards !== null && activate.cards(cards)}</span>
        <Button
          variant="quiet"
          aria-label={activate.remove(name)}
          onClick={(event) => {
            focusNeighbour(event.currentTarget);
            change((now) => withoutRange(now, line.id));
          }}
        >
          <X aria-hidden strokeWidth={1.75} size={20} />
        </Button>
      </div>
      {mayCount && (fault !== null || isCounted) && (
        <CountField
          value={line.count}
          cards={cards}
          onCount={(count) => {
            setCounted(true);
            change((now) => enterCount(now, line.id, count));
          }}
          onKeyDown={toNextUncounted}
        />
      )}
      {isCode && (
        <CodeNotice
          fault={fault}
          number={line.start}
          onVouch={() => change((now) => acceptLength(now, line.start.length))}
        />
      )}
      {fault !== null && !mayCount && !isCode && <Fault>{activate.faults[fault]}</Fault>}
      <OverlapText overlap={overlap} activated={activated} />
    </li>
  );
}

/** When a row is removed, the focus moves to a neighbour; for the last one, to the list's title. */
function focusNeighbour(remove: HTMLElement): void {
  const row = remove.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = neighbour ? neighbour.querySelector('button') : remove.closest('section')?.querySelector('h2');
  target?.focus();
}

function toNextUncounted(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const fields = [...(event.currentTarget.closest('ul')?.querySelectorAll('input') ?? [])];
  fields.find(({ value }) => value === '')?.focus();
}

function Fault({ children }: { readonly children: string }) {
  return <p className="font-medium text-refused-ink">{children}</p>;
}

/** Cards that are on the list twice, or belong to an activation, with its person and time. */
function OverlapText({ overlap, activated }: Pick<LineProps, 'overlap' | 'activated'>) {
  const activate = usePageMessages('gift-cards');
  const { span } = useNames();
  const { dateTime } = useFormat();
  if (overlap !== null) return <Fault>{activate.overlapsList(span(overlap))}</Fault>;
  return activated && <Fault>{activate.overlapsDone(span(activated), activated.person, dateTime(activated.at))}</Fault>;
}

/** The current range, which is the last one in the list that is sent. */
function HandRow({
  sum,
  activated,
  lines,
}: {
  readonly sum: DraftSum;
  readonly activated: ReadonlyMap<number, ActivatedSpan>;
  readonly lines: number;
}) {
  const activate = usePageMessages('gift-cards');
  const { span } = useNames();
  const { digits } = useActivating().draft;
  const unlisted = sum.ranges.length > lines ? sum.ranges[lines] : undefined;
  const hand = unlisted !== undefined && codeFault(unlisted, digits) === null ? unlisted : undefined;
  const cards = hand === undefined ? null : cardsOf(hand);
  if (hand === undefined || cards === null) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {lines > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 border-t border-neutral-4 pt-4">
          <span className="min-w-0 flex-1 basis-28 font-medium wrap-anywhere tabular-nums">{span(hand)}</span>
          <span className="text-neutral-9 tabular-nums">{activate.cards(cards)}</span>
        </p>
      )}
      <OverlapText overlap={sum.overlaps[lines] ?? null} activated={activated.get(lines) ?? null} />
    </div>
  );
}

/** Manager approval for a large number of cards; the unchanged list is sent after that. */
function Approve({ delivery }: { readonly delivery: ActivationDelivery | null }) {
  const store = useActivateStore();
  if (delivery?.phase.at !== 'refused' || proofNeeded(delivery.phase.failure) !== 'approval') return null;
  const { id, ranges } = delivery.operation;
  const { failure } = delivery.phase;
  const operation = { kind: 'activation', ranges } as const;
  const again = () => store.sendAgain(null);
  return isByPhone(failure) ? (
    <PhoneGuard key={id} id={id} operation={operation} failure={failure} onApproved={again} onLeft={store.forget} />
  ) : (
    <ApprovalForm key={id} id={id} operation={operation} failure={failure} onApproved={again} />
  );
}

/** The confirmation, with the PIN again if the shop requires it for this number of cards. */
function Confirm({ sum, delivery }: { readonly sum: DraftSum; readonly delivery: ActivationDelivery | null }) {
  const activate = usePageMessages('gift-cards');
  const { places } = useMessages();
  const store = useActivateStore();
  const { data: settings } = useQuery(settingsQuery);
  const refused = delivery?.phase.at === 'refused' ? delivery.phase.failure : null;
  const wasPinRefused = refused?.kind === 'problem' && (refused.code === 'pin-needed' || refused.code === 'wrong-pin');
  const needsPin = wasPinRefused || (settings !== undefined && sum.cards > settings.pinAboveCards);
  const isFree = delivery === null || delivery.phase.at === 'refused';
  return (
    // A new form after each attempt, so that no PIN stays on the screen.
    <form
      key={delivery?.operation.id}
      className="grid gap-4"
      onSubmit={submitted((form) => store.activate(needsPin ? text(form, 'pin') : null))}
    >
      {needsPin && sum.ready !== null && (
        <PinPad
          label={activate.pin}
          hint={settings === undefined ? '' : activate.pinLead(activate.cards(settings.pinAboveCards))}
          required
          disabled={!isFree}
        />
      )}
      <Button type="submit" variant="main" disabled={sum.ready === null || !isFree}>
        {sum.cards === 0 ? places.activate : activate.activate(activate.cards(sum.cards))}
      </Button>
    </form>
  );
}
