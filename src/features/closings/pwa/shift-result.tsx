import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { explainedBy } from '../../transactions/contract/explained-differences.ts';
import { Difference } from '../../transactions/pwa/difference.tsx';
import { useAmountText } from '../../transactions/pwa/texts.ts';
import {
  type CarriedLine,
  currenciesOfShift,
  explainedDifferencesOf,
  netOfShift,
  type Shift,
} from '../contract/shift.ts';

/** The totals of a shift, X or Z, for the screen and in print. */
export function ShiftResult({ shift }: { readonly shift: Shift }) {
  const { shift: messages } = usePageMessages('closings');
  const isEmpty = shift.sums.length + shift.unsettled.length + shift.carried.length === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ShiftHead shift={shift} />
      {shift.burnt && <p>{messages.burntWhy}</p>}
      {shift.blind && <p>{messages.blind}</p>}
      {isEmpty && !shift.burnt && !shift.blind && <p>{messages.nothing}</p>}
      <ShiftSums shift={shift} />
      <NotSettled unsettled={shift.unsettled} />
      <FromEarlier carried={shift.carried} />
      <Declared shift={shift} />
      <Notes notes={shift.notes} />
    </div>
  );
}

function ShiftHead({ shift }: { readonly shift: Shift }) {
  const { shift: messages } = usePageMessages('closings');
  const { dateTime } = useFormat();
  const { number, burnt, till, person, opened, closed, closedBy } = shift;
  const name = number === null ? messages.x : burnt ? messages.burntNumber(number) : messages.z(number);
  return (
    <header>
      <h2 className="text-section font-semibold tabular-nums">{name}</h2>
      <p>{burnt ? till : messages.at(till, person)}</p>
      {!burnt && <p className="text-label text-neutral-9">{messages.opened(dateTime(opened))}</p>}
      {closed !== null && (
        <p className="text-label text-neutral-9">
          {messages.closed(dateTime(closed))}
          {closedBy !== null && closedBy !== 'person' && `, ${messages.closedBy[closedBy]}`}
        </p>
      )}
    </header>
  );
}

/** Sums by kind and currency. */
export function ShiftSums({ shift: { sums, forfeited } }: { readonly shift: Pick<Shift, 'sums' | 'forfeited'> }) {
  const { shift: messages } = usePageMessages('closings');
  const { kinds } = useMessages();
  const amountText = useAmountText();
  if (sums.length === 0) return null;
  return (
    <dl className="grid gap-1 border-t border-neutral-4 pt-3 tabular-nums">
      {sums.map(({ kind, currency, count, amount }) => (
        <AmountLine
          key={`${kind} ${currency}`}
          name={`${messages.kinds[kind]} (${count})`}
          amount={amountText(amount, currency)}
        />
      ))}
      {currenciesOfShift(sums).map((currency) => (
        <AmountLine key={currency} name={messages.net} amount={amountText(netOfShift(sums, currency), currency)} />
      ))}
      {forfeited.map(({ currency, amount }) => (
        <AmountLine key={`forfeited ${currency}`} name={kinds.forfeitedLabel} amount={amountText(amount, currency)} />
      ))}
    </dl>
  );
}

export function AmountLine({ name, amount }: { readonly name: string; readonly amount: string }) {
  return (
    <div className="paper-line">
      <dt>{name}</dt>
      <dd className="font-semibold whitespace-nowrap">{amount}</dd>
    </div>
  );
}

function NotSettled({ unsettled }: Pick<Shift, 'unsettled'>) {
  const { shift: messages } = usePageMessages('closings');
  const amountText = useAmountText();
  if (unsettled.length === 0) return null;
  const currencies = [...new Set(unsettled.map(({ currency }) => currency))];
  return (
    <div className="rounded-button bg-unknown-tint px-3 py-2 text-unknown-ink">
      {currencies.map((currency) => {
        const some = unsettled.filter((one) => one.currency === currency);
        const amount = some.reduce((sum, one) => sum + one.amount, 0);
        return (
          <p key={currency} className="font-semibold tabular-nums">
            {messages.unsettled(some.length, amountText(amount, currency))}
          </p>
        );
      })}
      <p className="text-label">{messages.unsettledWhy}</p>
    </div>
  );
}

function FromEarlier({ carried }: Pick<Shift, 'carried'>) {
  const { shift: messages } = usePageMessages('closings');
  const amountText = useAmountText();
  if (carried.length === 0) return null;
  return (
    <ul className="grid gap-1 rounded-button bg-neutral-3 px-3 py-2 tabular-nums">
      {carried.map((one, index) => (
        <li key={index} className="flex flex-wrap justify-between gap-x-4">
          <span>{messages.carried(one.from, messages.settled[settledAs(one)])}</span>
          <span className="font-semibold whitespace-nowrap">{amountText(one.amount, one.currency)}</span>
        </li>
      ))}
    </ul>
  );
}

const SETTLED = {
  redeemed: { counts: 'taken', not: 'notTaken' },
  refunded: { counts: 'refunded', not: 'notRefunded' },
  sold: { counts: 'sold', not: 'notSold' },
} as const;

/** The outcome of an open item of an earlier closing. */
const settledAs = ({ kind, amount }: Pick<CarriedLine, 'kind' | 'amount'>) => {
  if (amount < 0) return 'takenBack';
  return amount > 0 ? SETTLED[kind].counts : SETTLED[kind].not;
};

/** The register total next to ours, and the explanation of a difference. */
function Declared({ shift }: { readonly shift: Shift }) {
  const { closing: messages } = usePageMessages('transactions');
  const amountText = useAmountText();
  const { declared, difference, explanations, found, day } = shift;
  if (declared === null || difference === null) return null;
  const { currency, amount } = declared;
  const explained = explainedBy(difference, explainedDifferencesOf(shift, currency));
  return (
    <div className="grid gap-2 border-t border-neutral-4 pt-3">
      <dl>
        <AmountLine name={messages.registerTotal} amount={amountText(amount, currency)} />
      </dl>
      <Difference {...{ difference, currency, explanations, found, known: explained, day }} />
    </div>
  );
}

function Notes({ notes }: Pick<Shift, 'notes'>) {
  const { dateTime } = useFormat();
  if (notes.length === 0) return null;
  return (
    <ul className="grid gap-1 border-t border-neutral-4 pt-3">
      {notes.map(({ at, person, note }) => (
        <li key={`${at} ${note}`}>
          <span className="block wrap-anywhere">{note}</span>
          <span className="text-label text-neutral-9">
            {person}, {dateTime(at)}
          </span>
        </li>
      ))}
    </ul>
  );
}
