import { ArrowDown, Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { cardFault, cardsOf, codeFault, spanFault } from './card-faults.ts';
import { CodeNotice } from './code-notice.tsx';
import { CountField } from './count-field.tsx';
import { acceptLength, addRangeToList, draftSumOf, enterTyped, hasSpace } from './draft.ts';
import { LIST_ID } from './list-id.ts';
import { useActivateStore, useActivating } from './use-activate.ts';
import { useNames } from './use-names.ts';

/**
 * The current range: first and last number, its size, and the count.
 *
 * Scans fill the numbers in this order.
 */
export function HandPanel() {
  const activate = usePageMessages('gift-cards');
  const { change } = useActivateStore();
  const { draft } = useActivating();
  const { hand } = draft;
  const panel = useRef<HTMLFormElement>(null);
  const isGood = cardFault(hand, draft.digits) === null;
  /* Enter moves to the next field. */
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const fields = [...(panel.current?.querySelectorAll<HTMLElement>('input, [data-next]') ?? [])];
    fields[fields.indexOf(event.currentTarget) + 1]?.focus();
  };
  const canAdd = isGood && hasSpace(draft);
  const addAndContinue = () => {
    change(addRangeToList);
    panel.current?.querySelector('input')?.focus();
  };
  /* Enter in the count, which is the last field, adds the range to the list if the count is right.
   */
  const onCountEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !canAdd) return onEnter(event);
    event.preventDefault();
    addAndContinue();
  };
  const digits = {
    inputMode: 'numeric',
    spellCheck: false,
    maxLength: LIMITS.sequenceDigitsMax + 8,
    onKeyDown: onEnter,
  } as const;
  return (
    <form ref={panel} className="card grid gap-4 p-4 till:p-6" onSubmit={(event) => event.preventDefault()}>
      <p className="text-neutral-9">{activate.scanLead}</p>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={activate.first}
          {...digits}
          value={hand.start}
          onChange={(event) => change((now) => enterTyped(now, { start: event.target.value }))}
        />
        <Field
          label={activate.last}
          {...digits}
          value={hand.end}
          onChange={(event) => change((now) => enterTyped(now, { end: event.target.value }))}
        />
      </div>
      <HandSum />
      <CountField
        value={hand.count}
        cards={codeFault(hand, draft.digits) === null ? cardsOf(hand) : null}
        onCount={(count) => change((now) => enterTyped(now, { count }))}
        onKeyDown={onCountEnter}
      />
      <HandFault />
      <div className="flex flex-wrap gap-2">
        <Button data-next disabled={!canAdd} onClick={addAndContinue}>
          <Plus aria-hidden strokeWidth={1.75} size={20} />
          {activate.addToList}
        </Button>
        <HandShortcuts />
        <ToList />
      </div>
    </form>
  );
}

/** On a phone, the list is below the screen: the number of cards on it, and the way there. */
function ToList() {
  const activate = usePageMessages('gift-cards');
  const { labelled } = useMessages();
  const { draft } = useActivating();
  if (draft.lines.length === 0) return null;
  return (
    <Button
      variant="quiet"
      className="till:hidden"
      onClick={() => document.getElementById(LIST_ID)?.querySelector('h2')?.focus()}
    >
      <ArrowDown aria-hidden strokeWidth={1.75} size={20} />
      {labelled(activate.list, activate.cards(draftSumOf(draft).cards))}
    </Button>
  );
}

/**
 * Buttons that fill or clear the current range.
 *
 * A button disappears after use, so the focus moves to the next field.
 */
function HandShortcuts() {
  const activate = usePageMessages('gift-cards');
  const { change } = useActivateStore();
  const { start, end } = useActivating().draft.hand;
  const then = (field: 'first' | 'count', { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const fields = currentTarget.form?.querySelectorAll('input');
    fields?.item(field === 'first' ? 0 : fields.length - 1).focus();
  };
  return (
    <>
      {start !== '' && end === '' && (
        <Button
          variant="quiet"
          onClick={(event) => {
            then('count', event);
            change((now) => enterTyped(now, { end: now.hand.start }));
          }}
        >
          {activate.onlyThis}
        </Button>
      )}
      {(start !== '' || end !== '') && (
        <Button
          variant="quiet"
          onClick={(event) => {
            then('first', event);
            change((now) => enterTyped(now, { start: '', end: '', count: '' }));
          }}
        >
          {activate.clear}
        </Button>
      )}
    </>
  );
}

function HandSum() {
  const activate = usePageMessages('gift-cards');
  const { hand, digits } = useActivating().draft;
  const { span } = useNames();
  const cards = codeFault(hand, digits) === null ? cardsOf(hand) : null;
  if (cards === null) return null;
  return (
    <p aria-live="polite">
      <span className="block text-amount font-semibold wrap-anywhere tabular-nums">{activate.cards(cards)}</span>
      <span className="block text-section break-words text-neutral-10 tabular-nums">{span(hand)}</span>
    </p>
  );
}

/** A fault of its numbers; missing input is not reported. */
function HandFault() {
  const activate = usePageMessages('gift-cards');
  const { change } = useActivateStore();
  const { hand, digits } = useActivating().draft;
  const code = codeFault(hand, digits);
  if (code !== null) {
    const number = [hand.start, hand.end].find((text) => codeFault({ start: text, end: text }, digits) === code) ?? '';
    return (
      <CodeNotice fault={code} number={number} onVouch={() => change((now) => acceptLength(now, number.length))} />
    );
  }
  if (hand.start === '' || hand.end === '') return null;
  const fault = spanFault(hand);
  return fault && <Notice tone="refused">{activate.faults[fault]}</Notice>;
}
