import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { PinPad } from '../../../pwa/shell/pin-pad.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useActivateStore, useActivating } from './use-activate.ts';
import { useNames } from './use-names.ts';

/** The status of the list that is being sent, if any. */
export function DeliveryNotice() {
  const activate = usePageMessages('gift-cards');
  const { delivery } = useActivating();
  if (delivery === null) return null;
  const { phase } = delivery;
  switch (phase.at) {
    case 'sending':
      return <Notice tone="unknown">{activate.sending}</Notice>;
    case 'silent':
      return <Notice tone="unknown">{activate.silent}</Notice>;
    case 'missing':
      return <MissingList />;
    case 'refused':
      if (phase.failure.kind === 'not-saved') return <Notice tone="attention">{activate.notSaved}</Notice>;
      return <FailureNotice failure={phase.failure} />;
    case 'answered':
      return null;
    default:
      return phase satisfies never;
  }
}

/**
 * Offers to send a missing list again with the same id. Many cards need the PIN again, because a
 * PIN is never stored.
 */
function MissingList() {
  const activate = usePageMessages('gift-cards');
  const store = useActivateStore();
  const { delivery } = useActivating();
  const { list } = useNames();
  const send = submitted((form) => store.sendAgain(text(form, 'pin') === '' ? null : text(form, 'pin')));
  return (
    <form className="grid gap-3" onSubmit={send}>
      <Notice tone="attention">{activate.missing}</Notice>
      {delivery !== null && <p className="font-medium tabular-nums">{list(delivery.operation.ranges)}</p>}
      <p>{activate.missingMore}</p>
      <PinPad label={activate.pin} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{activate.sendAgain}</Button>
        <Button variant="quiet" onClick={store.forget}>
          {activate.leave}
        </Button>
      </div>
    </form>
  );
}
