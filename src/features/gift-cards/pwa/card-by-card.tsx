import { CornerDownLeft } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { ApprovalForm, proofNeeded, RepeatPinForm } from '../../../pwa/approval/proof-form.tsx';
import { useFailureMessage } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { RangeView } from '../contract/activation.ts';
import type { ActivationDelivery, ActivationPhase } from './pending-activation.ts';
import { isByPhone, PhoneGuard } from './phone-guard.tsx';
import { useActivateStore, useActivating } from './use-activate.ts';
import { useNames } from './use-names.ts';
import { useResultSound } from './use-result-sound.ts';

/** Activates each scanned card separately, and shows its result. */
export function CardByCard() {
  const activate = usePageMessages('gift-cards');
  const store = useActivateStore();
  const { cards, held, needsLastFour } = useActivating();
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6">
      {!needsLastFour && <p className="text-neutral-9">{activate.cardLead}</p>}
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const number = new FormData(event.currentTarget).get('number');
          if (typeof number === 'string' && number.trim() !== '')
            store.scan({ text: number, source: 'typed', at: Date.now() });
          event.currentTarget.reset();
        }}
      >
        <Field
          className="min-w-0 flex-1 basis-28"
          label={activate.cardField}
          name="number"
          inputMode="numeric"
          spellCheck={false}
          maxLength={LIMITS.sequenceDigitsMax + 8}
        />
        <Button type="submit">
          {activate.cardActivate}
          <CornerDownLeft aria-hidden strokeWidth={1.75} size={18} />
        </Button>
      </form>
      {held !== null && <LastFour key={held.id} />}
      {cards.length > 0 && (
        <ul aria-label={activate.cardsDone} aria-live="polite" className="grid divide-y divide-neutral-4">
          {cards.map((card) => (
            <CardRow key={card.operation.id} card={card} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The digits printed on the card; the fourth submits them, and Escape cancels. */
function LastFour() {
  const activate = usePageMessages('gift-cards');
  const store = useActivateStore();
  const [typed, setTyped] = useState('');
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const digits = target.value.replace(/\D/g, '').slice(0, DIGITS);
    setTyped(digits);
    if (digits.length === DIGITS) store.print(digits);
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field
        className="min-w-0 flex-1 basis-48"
        label={activate.lastFourField}
        hint={activate.lastFourLead}
        value={typed}
        onChange={type}
        onKeyDown={({ key }) => key === 'Escape' && store.print(null)}
        inputMode="numeric"
        maxLength={DIGITS}
        data-acts-on-last-digit
        autoFocus
      />
      <Button onClick={() => store.print(null)}>{activate.lastFourLeave}</Button>
    </div>
  );
}

const DIGITS = 4;

function CardRow({ card: { operation, phase } }: { readonly card: ActivationDelivery }) {
  const activate = usePageMessages('gift-cards');
  const why = useWhy();
  const range = phase.at === 'answered' ? phase.view.ranges[0] : undefined;
  const isCode = phase.at === 'refused' && phase.failure.kind === 'problem' && phase.failure.code === 'card-code';
  const sent = operation.ranges[0]?.start ?? '';
  const number = range?.start ?? (isCode ? maskRef(sent) : sent);
  const state = range?.state ?? null;
  const text = why(phase, range);
  const tone = toneOf(phase, state);
  const goesOn = phase.at === 'sending' || phase.at === 'silent' || state === 'sent' || state === 'waiting';
  useResultSound(goesOn ? null : tone);
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 font-medium break-words tabular-nums">{number}</span>
      <Chip tone={tone}>{stateText(activate, phase, state)}</Chip>
      {text !== null && <p className="w-full text-neutral-10">{text}</p>}
      <CardProof card={{ operation, phase }} />
    </li>
  );
}

/** The PIN form for a card that exceeds the hourly limit. */
function CardProof({ card: { operation, phase } }: { readonly card: ActivationDelivery }) {
  const store = useActivateStore();
  if (phase.at !== 'refused' || phase.failure.kind === 'not-saved') return null;
  const { id, ranges } = operation;
  const needs = proofNeeded(phase.failure);
  if (needs === 'approval') {
    const activation = { kind: 'activation', ranges } as const;
    const again = () => store.sendCardAgain(id, null);
    return isByPhone(phase.failure) ? (
      <PhoneGuard id={id} operation={activation} failure={phase.failure} onApproved={again} />
    ) : (
      <ApprovalForm id={id} operation={activation} failure={phase.failure} onApproved={again} />
    );
  }
  return needs && <RepeatPinForm failure={phase.failure} onPin={(pin) => store.sendCardAgain(id, pin)} />;
}

function toneOf({ at }: ActivationPhase, state: RangeView['state'] | null) {
  if (state !== null) return RANGE_STATES[state].tone ?? 'attention';
  return at === 'refused' || at === 'missing' ? 'attention' : 'unknown';
}

function stateText(
  activate: ReturnType<typeof usePageMessages<'gift-cards'>>,
  { at }: ActivationPhase,
  state: RangeView['state'] | null,
): string {
  if (state !== null) return activate.range[state];
  if (at === 'missing') return activate.range.not_sent;
  return at === 'refused' ? activate.range.refused : activate.range.sent;
}

/** The reason why a card is not active; null if the state says enough. */
function useWhy(): (phase: ActivationPhase, range: RangeView | undefined) => string | null {
  const activate = usePageMessages('gift-cards');
  const failureMessage = useFailureMessage();
  const { dateTime } = useFormat();
  const { span, refusal } = useNames();
  return (phase, range) => {
    if (phase.at === 'missing') return activate.missing;
    if (phase.at === 'silent') return activate.silent;
    if (phase.at === 'refused') {
      if (phase.failure.kind === 'not-saved') return activate.notSaved;
      const [met] = phase.failure.kind === 'problem' ? (phase.failure.details.overlaps ?? []) : [];
      return met === undefined
        ? failureMessage(phase.failure)
        : activate.overlapsDone(span(met), met.person, dateTime(met.at));
    }
    if (range?.refusal) return activate.issuerMessage(refusal(range.refusal));
    return range?.state === 'unknown' ? activate.rangeMore.unknown : null;
  };
}
