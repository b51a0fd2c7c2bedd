import { CornerDownLeft } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { isByPhone, PhoneGuard } from '../../../pwa/approval/phone-guard.tsx';
import { ApprovalForm, OwnPinForm, proofNeeded } from '../../../pwa/approval/proof-form.tsx';
import { useFailureWords } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import type { RangeView } from '../contract/activation.ts';
import { useActivateStore, useActivating } from './use-activate.ts';
import { useCueOnRest } from './use-cue-on-rest.ts';
import { useNames } from './use-names.ts';
import type { ActivationDelivery, ActivationPhase } from './wish.ts';

/** One card per scan: each is an activation of its own with its own result. */
export function CardByCard() {
  const activate = usePageWords('gift-cards');
  const store = useActivateStore();
  const { cards, held, asksLastFour } = useActivating();
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6">
      {!asksLastFour && <p className="text-neutral-9">{activate.cardLead}</p>}
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
            <CardRow key={card.wish.id} card={card} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The digits printed on the card; the fourth submits them, and Escape cancels. */
function LastFour() {
  const activate = usePageWords('gift-cards');
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
        autoFocus
      />
      <Button onClick={() => store.print(null)}>{activate.lastFourLeave}</Button>
    </div>
  );
}

const DIGITS = 4;

function CardRow({ card: { wish, phase } }: { readonly card: ActivationDelivery }) {
  const activate = usePageWords('gift-cards');
  const why = useWhy();
  const range = phase.at === 'heard' ? phase.view.ranges[0] : undefined;
  const isCode = phase.at === 'refused' && phase.failure.kind === 'problem' && phase.failure.code === 'card-code';
  const sent = wish.ranges[0]?.start ?? '';
  const number = range?.start ?? (isCode ? maskRef(sent) : sent);
  const state = range?.state ?? null;
  const words = why(phase, range);
  const tone = toneOf(phase, state);
  const goesOn = phase.at === 'sending' || phase.at === 'silent' || state === 'sent' || state === 'waiting';
  useCueOnRest(goesOn ? null : tone);
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 font-medium break-words tabular-nums">{number}</span>
      <Chip tone={tone}>{wordOf(activate, phase, state)}</Chip>
      {words !== null && <p className="w-full text-neutral-10">{words}</p>}
      <CardProof card={{ wish, phase }} />
    </li>
  );
}

/** The PIN form for a card that exceeds the hourly limit. */
function CardProof({ card: { wish, phase } }: { readonly card: ActivationDelivery }) {
  const store = useActivateStore();
  if (phase.at !== 'refused' || phase.failure.kind === 'not-saved') return null;
  const { id, ranges } = wish;
  const needs = proofNeeded(phase.failure);
  if (needs === 'approval') {
    const wanted = { kind: 'activation', ranges } as const;
    const again = () => store.sendCardAgain(id, null);
    return isByPhone(phase.failure) ? (
      <PhoneGuard id={id} wish={wanted} onApproved={again} />
    ) : (
      <ApprovalForm id={id} wish={wanted} onApproved={again} />
    );
  }
  return needs && <OwnPinForm failure={phase.failure} onPin={(pin) => store.sendCardAgain(id, pin)} />;
}

function toneOf({ at }: ActivationPhase, state: RangeView['state'] | null) {
  if (state !== null) return RANGE_STATES[state].tone ?? 'attention';
  return at === 'refused' || at === 'missing' ? 'attention' : 'unknown';
}

function wordOf(
  activate: ReturnType<typeof usePageWords<'gift-cards'>>,
  { at }: ActivationPhase,
  state: RangeView['state'] | null,
): string {
  if (state !== null) return activate.range[state];
  if (at === 'missing') return activate.range.not_sent;
  return at === 'refused' ? activate.range.refused : activate.range.sent;
}

/** The reason why a card is not active; null if the state says enough. */
function useWhy(): (phase: ActivationPhase, range: RangeView | undefined) => string | null {
  const activate = usePageWords('gift-cards');
  const wordsFor = useFailureWords();
  const { dateTime } = useFormat();
  const { span, refusal } = useNames();
  return (phase, range) => {
    if (phase.at === 'missing') return activate.missing;
    if (phase.at === 'silent') return activate.silent;
    if (phase.at === 'refused') {
      if (phase.failure.kind === 'not-saved') return activate.notSaved;
      const [met] = phase.failure.kind === 'problem' ? (phase.failure.details.overlaps ?? []) : [];
      return met === undefined
        ? wordsFor(phase.failure)
        : activate.overlapsDone(span(met), met.person, dateTime(met.at));
    }
    if (range?.refusal) return activate.issuerSaid(refusal(range.refusal));
    return range?.state === 'unknown' ? activate.rangeMore.unknown : null;
  };
}
