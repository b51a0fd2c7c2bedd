import { isItems, isSameKind, magnitude, withMagnitude } from '../../../contract/money/money.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import { slotsOf } from '../../shell/slots.ts';
import { Amount } from '../../ui/amount.tsx';
import { InBackground } from '../../ui/in-background.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useMessages } from '../../words/words.tsx';
import { mayLowerDue } from '../till/sale.ts';
import type { Panel } from '../till/till.ts';
import { useTill } from '../till/use-till.tsx';
import { missingData } from '../till/voucher-amount.ts';

/**
 * The facts about a voucher: the balance first, then all conditions for redeeming. `brief`: in less
 * space.
 */
export function VoucherFacts({ panel, brief = false }: { readonly panel: Panel; readonly brief?: boolean }) {
  const { check: messages, kinds, verdict } = useMessages();
  const { check } = panel;
  const { remaining, source, status, rawStatus, refusal } = check;
  const unknown = missingData(check);
  return (
    <>
      {brief ? (
        <p className="text-neutral-9">
          {remaining !== null && (
            <>
              <Amount worth={remaining} className="text-amount font-semibold text-neutral-12 short:text-title" />{' '}
              {messages.left} ·{' '}
            </>
          )}
          <SmallFacts panel={panel} />
        </p>
      ) : (
        <>
          {remaining !== null && (
            <p>
              <Amount worth={remaining} className="text-amount font-semibold till:text-amount-till" />{' '}
              <span className="text-neutral-9">{messages.left}</span>
            </p>
          )}
          <p className="text-neutral-9">
            <SmallFacts panel={panel} />
          </p>
        </>
      )}
      {source === null && refusal === null && <Notice tone="unknown">{messages.notChecked}</Notice>}
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
  const { check: messages, kinds } = useMessages();
  const { ago, until } = useFormat();
  const now = useNow(30_000);
  const { expires, singleUse, remaining, sources } = check;
  const facts = [
    expires === null
      ? messages.noExpiry
      : Date.parse(expires) <= now
        ? messages.expired(ago(expires, now))
        : messages.expires(until(expires, now)),
    singleUse === true && messages.singleUse,
    singleUse === false && messages.multipleUse,
    remaining !== null && isItems(remaining) && messages.countsItems,
    remaining !== null &&
      sources?.unit === 'setting' &&
      (isItems(remaining) ? kinds.itemsBySetting : kinds.moneyBySetting),
  ].filter((fact) => fact !== false);
  return facts.join(' · ');
}

/** The facts of features about the voucher. */
export function FactsOfFeatures({ check }: { readonly check: CheckAnswer }) {
  return slotsOf('checkFacts').map((Part, position) => (
    <InBackground key={position}>
      <Part check={check} />
    </InBackground>
  ));
}

/** This shop's last redemption of the voucher: it explains an empty voucher to the customer. */
export function LastUse({ check: { lastUse } }: { readonly check: CheckAnswer }) {
  const { check: messages } = useMessages();
  const { value, ago } = useFormat();
  const now = useNow(30_000);
  if (lastUse === null) return null;
  return (
    <p className="font-medium text-attention-ink">
      {messages.lastUse(value(lastUse.captured), ago(lastUse.at, now), lastUse.person)}
    </p>
  );
}

function Warnings({ panel: { check, amount } }: { readonly panel: Panel }) {
  const { check: messages, kinds } = useMessages();
  const { value } = useFormat();
  const { remaining, singleUse, refusal } = check;
  const rest = remaining !== null && isSameKind(remaining, amount) ? magnitude(remaining) - magnitude(amount) : 0;
  const { sale } = useTill();
  const { items } = useMessages();
  return (
    <>
      <LastUse check={check} />
      <FactsOfFeatures check={check} />
      {isItems(amount) && mayLowerDue(sale) && <Notice tone="attention">{items.onPanel}</Notice>}
      {singleUse === true && remaining !== null && rest > 0 && magnitude(amount) > 0 && (
        <Notice tone="attention">{messages.forfeits(value(withMagnitude(remaining, rest)))}</Notice>
      )}
      {singleUse === true && remaining === null && refusal === null && (
        <Notice tone="attention">{kinds.forfeitsRest}</Notice>
      )}
    </>
  );
}
