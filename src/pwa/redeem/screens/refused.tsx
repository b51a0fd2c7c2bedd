import { slotsOf } from '../../shell/slots.ts';
import { Button } from '../../ui/button.tsx';
import { TONES } from '../../ui/tone.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import { allRows, type Panel } from '../till/till.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import type { RefusalWords } from './check-words.ts';
import { ScannerQuestion } from './scanner-question.tsx';
import { LastUse, SmallFacts } from './voucher-facts.tsx';

/**
 * A voucher that cannot be used: the reason as big as an amount, and what to do. The balance is
 * small and struck through.
 */
export function Refused({
  panel: { check, ...panel },
  refused,
}: {
  readonly panel: Panel;
  readonly refused: RefusalWords;
}) {
  const { check: words } = useWords();
  const { worth } = useFormat();
  const { putAway, show } = useTillStore();
  const till = useTill();
  const { tone, title, next } = refused;
  const { Icon, ink } = TONES[tone];
  const held = allRows(till).find(({ tenderId }) => tenderId === check.open?.tenderId);
  const isKnown = check.refusal?.reason !== 'not-found';
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
      {isKnown && (
        <p className="text-neutral-10">
          {check.remaining !== null && (
            <>
              <s className="tabular-nums">{worth(check.remaining)}</s> {words.left} ·{' '}
            </>
          )}
          <SmallFacts panel={{ ...panel, check }} />
        </p>
      )}
      <LastUse check={check} />
      {held !== undefined && <Button onClick={() => show(held.tenderId)}>{words.openFollow}</Button>}
      {!isKnown && <ScannerQuestion />}
      {slotsOf('checkedVoucher').map((Part, position) => (
        <Part key={position} about={{ code: check.ref || panel.scanned.code }} look="plain" />
      ))}
      <Button look="main" autoFocus onClick={putAway}>
        {words.anotherVoucher}
      </Button>
    </>
  );
}
