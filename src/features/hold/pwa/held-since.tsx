import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

/** The start of the hold on a checked voucher. */
export function HeldSince({ check: { held } }: { readonly check: CheckAnswer }) {
  return held === null ? null : <Since since={held.since} />;
}

function Since({ since }: { readonly since: string }) {
  const messages = usePageMessages('hold');
  const { dateTime } = useFormat();
  return <p className="font-medium text-attention-ink">{messages.since(dateTime(since))}</p>;
}
