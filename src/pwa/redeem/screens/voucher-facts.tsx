import { isItems, magnitude, sameKind, withMagnitude } from '../../../contract/money/money.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import { Amount } from '../../ui/amount.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useWords } from '../../words/words.tsx';
import { mayLowerDue, unknownOf } from '../till/sale.ts';
import type { Panel } from '../till/till.ts';
import { useTill } from '../till/use-till.tsx';

/**
 * The facts about a voucher: the balance first, then everything to know before redeeming. `brief`:
 * without large figures.
 */
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
              <span className="font-semibold whitespace-nowrap text-neutral-12 tabular-nums">{worth(remaining)}</span>{' '}
              {words.left} ·{' '}
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

export function SmallFacts({ panel: { check } }: { readonly panel: Panel }) {
  const { check: words, kinds } = useWords();
  const { ago, until } = useFormat();
  const now = useNow(30_000);
  const { expires, singleUse, remaining, sources } = check;
  const facts = [
    expires === null
      ? words.noExpiry
      : Date.parse(expires) <= now
        ? words.expired(ago(expires, now))
        : words.expires(until(expires, now)),
    singleUse === true && words.singleUse,
    singleUse === false && words.multipleUse,
    remaining !== null && isItems(remaining) && words.countsItems,
    remaining !== null &&
      sources?.unit === 'setting' &&
      (isItems(remaining) ? kinds.itemsBySetting : kinds.moneyBySetting),
  ].filter((fact) => fact !== false);
  return facts.join(' · ');
}

/**
 * This shop's last redemption of the voucher: it answers the customer's question about an empty
 * one.
 */
export function LastUse({ check: { lastUse } }: { readonly check: CheckAnswer }) {
  const { check: words } = useWords();
  const { worth, ago } = useFormat();
  const now = useNow(30_000);
  if (lastUse === null) return null;
  return (
    <p className="font-medium text-attention-ink">
      {words.lastUse(worth(lastUse.captured), ago(lastUse.at, now), lastUse.person)}
    </p>
  );
}

function Warnings({ panel: { check, take } }: { readonly panel: Panel }) {
  const { check: words, kinds } = useWords();
  const { worth } = useFormat();
  const { remaining, singleUse, refusal } = check;
  const rest = remaining !== null && sameKind(remaining, take) ? magnitude(remaining) - magnitude(take) : 0;
  const { sale } = useTill();
  const { items } = useWords();
  return (
    <>
      <LastUse check={check} />
      {isItems(take) && mayLowerDue(sale) && <Notice tone="attention">{items.onPanel}</Notice>}
      {singleUse === true && remaining !== null && rest > 0 && magnitude(take) > 0 && (
        <Notice tone="attention">{words.forfeits(worth(withMagnitude(remaining, rest)))}</Notice>
      )}
      {singleUse === true && remaining === null && refusal === null && (
        <Notice tone="attention">{kinds.forfeitsRest}</Notice>
      )}
    </>
  );
}
