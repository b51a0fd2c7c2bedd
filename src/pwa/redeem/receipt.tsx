import { isItems } from '../../contract/money.ts';
import type { TenderView } from '../../contract/tender.ts';
import { useShop } from '../shell/use-session.ts';
import { useFormat } from '../ui/use-format.tsx';
import { useWords } from '../words/words.tsx';

/** The paper for the customer; on the screen it does not exist. */
export function Receipt({ view }: { readonly view: TenderView }) {
  const { receipt, kinds } = useWords();
  const { worth, dateTime } = useFormat();
  const { practice } = useShop();
  const lines: [label: string, text: string | null][] = [
    [receipt.voucher, `··${view.last4}`],
    [receipt.left, view.remaining && worth(view.remaining)],
    [kinds.forfeitedLabel, view.forfeited && worth(view.forfeited)],
    [receipt.capture, view.captureId],
    [receipt.authorization, view.authorizationId],
  ];
  return (
    <section className="receipt hidden">
      <h1 className="text-section font-semibold">{receipt.title}</h1>
      {practice && <p className="border-y py-1 font-semibold">{receipt.practice}</p>}
      <p>{dateTime(view.changedAt)}</p>
      <p>{receipt.by(view.person, view.device)}</p>
      <p className="py-2 text-title font-semibold tabular-nums">
        {isItems(view.requested) ? '' : `${receipt.taken} `}
        {worth(view.captured ?? view.requested)}
      </p>
      <dl>
        {lines.map(
          ([label, text]) =>
            text !== null && (
              <div key={label} className="flex justify-between gap-4">
                <dt>{label}</dt>
                <dd className="text-right break-all">{text}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="pt-2">{receipt.thanks}</p>
    </section>
  );
}
