import { isItems, magnitude, sameKind, withMagnitude } from '../../contract/money.ts';
import { Amount } from '../ui/amount.tsx';
import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { useWords } from '../words/words.tsx';
import { unknownOf } from './sale.ts';
import type { Panel } from './till.ts';

/** What is known about a voucher: the remaining value first, then whatever a cashier should know before the button. `brief`: without big figures. */
export function VoucherFacts({ panel, brief = false }: { readonly panel: Panel; readonly brief?: boolean }) {
  const { check: words, kinds, verdict } = useWords();
  const { worth } = useFormat();
  const { check } = panel;
  const { remaining, source, status, rawStatus, refusal } = check;
  const unknown = unknownOf(check);
  return (
    <>
      {brief ? (
        <p className="text-neutral-9">
          {remaining !== null && (
            <>
              <span className="font-semibold whitespace-nowrap text-neutral-12 tabular-nums">{worth(remaining)}</span> {words.left} ·{' '}
            </>
          )}
          <SmallFacts panel={panel} />
        </p>
      ) : (
        <>
          {remaining !== null && (
            <p>
              <Amount worth={remaining} className="text-amount font-semibold till:text-amount-till" />{' '}
              <span className="text-neutral-9">{words.left}</span>
            </p>
          )}
          <p className="text-neutral-9">
            <SmallFacts panel={panel} />
          </p>
        </>
      )}
      {source === null && refusal === null && <Notice tone="unknown">{words.notChecked}</Notice>}
      {source !== null && status === 'unknown' && refusal === null && (
        <Notice tone="unknown">
          {kinds.stateUnknown}
          {rawStatus !== null && ` ${verdict.issuerCode(rawStatus)}.`}
        </Notice>
      )}
      {unknown !== null && <Notice tone="attention">{kinds[`${unknown}Unknown`]}</Notice>}
      <Warnings panel={panel} />
    </>
  );
}

function SmallFacts({ panel: { check } }: { readonly panel: Panel }) {
  const { check: words } = useWords();
  const { distance } = useFormat();
  const now = useNow(30_000);
  const { expires, singleUse, remaining } = check;
  const facts = [
    expires === null ? words.noExpiry : (Date.parse(expires) <= now ? words.expired : words.expires)(distance(expires, now)),
    singleUse === true && words.singleUse,
    singleUse === false && words.multipleUse,
    remaining !== null && isItems(remaining) && words.countsItems,
  ].filter((fact) => fact !== false);
  return facts.join(' · ');
}

function Warnings({ panel: { check, take } }: { readonly panel: Panel }) {
  const { check: words, kinds } = useWords();
  const { worth, distance, time } = useFormat();
  const now = useNow(30_000);
  const { lastUse, open, remaining, singleUse, refusal } = check;
  const rest = remaining !== null && sameKind(remaining, take) ? magnitude(remaining) - magnitude(take) : 0;
  return (
    <>
      {lastUse !== null && (
        <p className="font-medium text-attention-ink">
          {words.lastUse(worth(lastUse.captured), distance(lastUse.at, now), lastUse.person)}
        </p>
      )}
      {open !== null && <Notice tone="unknown">{open.mine ? words.openHere : words.openElsewhere(open.device, time(open.since))}</Notice>}
      {singleUse === true && remaining !== null && rest > 0 && magnitude(take) > 0 && (
        <Notice tone="attention">{words.forfeits(worth(withMagnitude(remaining, rest)))}</Notice>
      )}
      {singleUse === true && remaining === null && refusal === null && <Notice tone="attention">{kinds.forfeitsRest}</Notice>}
    </>
  );
}
