import { slotsOf } from '../../shell/slots.ts';
import { Button } from '../../ui/button.tsx';
import { InBackground } from '../../ui/in-background.tsx';
import { TONES } from '../../ui/tone.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { allRows, type Panel } from '../till/till.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import type { RefusalMessage } from './check-messages.ts';
import { ScannerQuestion } from './scanner-question.tsx';
import { FactsOfFeatures, LastUse, SmallFacts } from './voucher-facts.tsx';

/**
 * A voucher that cannot be used: the reason in the size of an amount, and the next step. The
 * balance is small, and struck through unless it can be used later.
 */
export function RefusedVoucher({
  panel: { check, ...panel },
  refused,
  onCorrect,
}: {
  readonly panel: Panel;
  readonly refused: RefusalMessage;
  readonly onCorrect: (number: string) => void;
}) {
  const { check: messages } = useMessages();
  const { value } = useFormat();
  const { putAway, show } = useTillStore();
  const till = useTill();
  const { tone, title, next } = refused;
  const { Icon, ink } = TONES[tone];
  const { code, source } = panel.scanned;
  const held = allRows(till).find(({ tenderId }) => tenderId === check.open?.tenderId);
  const isFound = check.refusal?.reason !== 'not-found';
  return (
    <>
      <div className={ink}>
        <p className="flex items-center gap-3 short:gap-2">
          <Icon aria-hidden strokeWidth={1.75} className="size-[1.2em] shrink-0 text-refusal short:text-title" />
          <strong className="min-w-0 text-refusal font-semibold hyphens-auto wrap-break-word short:text-title">
            {title}
          </strong>
        </p>
        <p className="mt-2 text-section font-medium short:text-body">{next}</p>
      </div>
      {isFound && (
        <p className="text-neutral-10">
          {check.remaining !== null && (
            <>
              {tone === 'refused' ? (
                <s className="tabular-nums">{value(check.remaining)}</s>
              ) : (
                <span className="tabular-nums">{value(check.remaining)}</span>
              )}{' '}
              {messages.left} ·{' '}
            </>
          )}
          <SmallFacts panel={{ ...panel, check }} />
        </p>
      )}
      <LastUse check={check} />
      <FactsOfFeatures check={check} />
      {held !== undefined && <Button onClick={() => show(held.tenderId)}>{messages.openFollow}</Button>}
      {!isFound && source !== 'typed' && <ScannerQuestion />}
      {!isFound && source === 'typed' && <Button onClick={() => onCorrect(code)}>{messages.correct}</Button>}
      {slotsOf('checkedVoucher').map((Part, position) => (
        <InBackground key={position}>
          <Part about={{ code: check.ref || code }} look="plain" />
        </InBackground>
      ))}
      <Button variant="main" autoFocus onClick={putAway}>
        {messages.anotherVoucher}
      </Button>
    </>
  );
}
