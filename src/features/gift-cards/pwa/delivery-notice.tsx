import { LIMITS } from '../../../contract/access/limits.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useActivateStore, useActivating } from './use-activate.ts';
import { useNames } from './use-names.ts';

/** The status of the list that is being sent, if any. */
export function DeliveryNotice() {
  const activate = usePageWords('gift-cards');
  const { delivery } = useActivating();
  if (delivery === null) return null;
  const { phase } = delivery;
  switch (phase.at) {
    case 'sending':
      return <Notice tone="unknown">{activate.sending}</Notice>;
    case 'silent':
      return <Notice tone="unknown">{activate.silent}</Notice>;
    case 'missing':
      return <Missing />;
    case 'refused':
      if (phase.failure.kind === 'not-saved') return <Notice tone="attention">{activate.notSaved}</Notice>;
      return <FailureNotice failure={phase.failure} />;
    case 'heard':
      return null;
    default:
      return phase satisfies never;
  }
}

/**
 * Offers to send it again, with its own id. Many cards need the PIN again, because a PIN is never
 * stored.
 */
function Missing() {
  const activate = usePageWords('gift-cards');
  const store = useActivateStore();
  const { delivery } = useActivating();
  const { list } = useNames();
  const send = submitted((form) => store.sendAgain(text(form, 'pin') === '' ? null : text(form, 'pin')));
  return (
    <form className="grid gap-3" onSubmit={send}>
      <Notice tone="attention">{activate.missing}</Notice>
      {delivery !== null && <p className="font-medium tabular-nums">{list(delivery.wish.ranges)}</p>}
      <p>{activate.missingMore}</p>
      <Field
        label={activate.pin}
        name="pin"
        type="password"
        inputMode="numeric"
        pattern="[0-9]{6}"
        maxLength={LIMITS.pinDigits}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{activate.sendAgain}</Button>
        <Button look="quiet" onClick={store.forget}>
          {activate.leave}
        </Button>
      </div>
    </form>
  );
}
