import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { LIMITS } from '../../contract/limits.ts';
import { currencySchema } from '../../contract/money.ts';
import { isDate, shopDate } from '../../contract/shop-day.ts';
import { CLOSING_CURRENCIES_MAX, type Closing, type ClosingRequest } from '../../contract/transaction.ts';
import { failureOrNull } from '../api/failure.ts';
import { call } from '../api/live.ts';
import { PrintButton, receiptPaper } from '../printing/print-button.tsx';
import { CLOSING_PARAM } from '../shell/addresses.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Page } from '../shell/frame/page.tsx';
import { Paper } from '../shell/frame/paper.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { useShop } from '../shell/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { serverNow } from '../ui/server-time.ts';
import { readSignedAmount } from '../ui/typed-amount.ts';
import { useNow } from '../ui/use-now.ts';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import { ClosingResult } from './closing-result.tsx';
import { EarlierDays } from './earlier-days.tsx';
import { isoPeriodOf } from './period.ts';
import { againAfter, closingsQuery, totalsQuery } from './queries.ts';

/** The end of a day: what the issuer has beside what the register says, kept and printed. */
export function ClosingPage() {
  const { closing: words } = usePageWords('transactions');
  const { places } = useWords();
  const closings = useQuery(closingsQuery);
  const meant = new URLSearchParams(useSearch()).get(CLOSING_PARAM);
  /* Undefined until somebody did something here; the address may mean one. */
  const [chosen, setChosen] = useState<Closing | null | undefined>(undefined);
  const shown = chosen === undefined ? (closings.data?.find(({ id }) => id === meant) ?? null) : chosen;
  const client = useQueryClient();
  const kept = (closing: Closing) => {
    setChosen(closing);
    void client.invalidateQueries({ queryKey: closingsQuery.queryKey });
  };
  return (
    <>
      <Page title={places.closing} lead={words.lead} prints="nothing">
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
          <ClosingForm onBegin={() => setChosen(null)} onKept={kept} />
          {shown !== null && <Shown closing={shown} />}
          <Loaded query={closings}>{(all) => <EarlierDays closings={all} onShow={setChosen} />}</Loaded>
        </div>
      </Page>
      {shown !== null && <ClosingPaper closing={shown} />}
    </>
  );
}

interface ClosingFormProps {
  /** Hears of each try, whatever it comes to: what was found before is not what is asked now. */
  readonly onBegin: () => void;
  readonly onKept: (closing: Closing) => void;
}

/** What the register says, in each currency that the day has. */
function ClosingForm({ onBegin, onKept }: ClosingFormProps) {
  const { closing: words } = usePageWords('transactions');
  const today = shopDate(useNow(60_000), useShop());
  const [date, setDate] = useState(today);
  const { currencies, isReading } = useDayCurrencies(date);
  const [odd, setOdd] = useState<readonly string[]>([]);
  const close = useMutation({
    mutationFn: (body: ClosingRequest) => call('putClosing', { params: { id: crypto.randomUUID() }, body }),
    onSuccess: onKept,
  });
  const submit = submitted((form) => {
    onBegin();
    close.reset();
    const said = currencies.map((currency) => ({
      currency,
      amount: readSignedAmount(text(form, `register-${currency}`), currency),
    }));
    const register = said.flatMap(({ currency, amount }) => (amount === null ? [] : [{ currency, amount }]));
    setOdd(said.flatMap(({ currency, amount }) => (amount === null ? [currency] : [])));
    if (register.length < said.length) return;
    const note = text(form, 'note');
    close.mutate({ date, register, ...(note !== '' && { note }) });
  });
  const isBusy = close.isPending || isReading;
  return (
    <form className="card grid gap-4 p-4 till:p-6" onSubmit={submit}>
      <Field
        label={words.day}
        type="date"
        required
        max={today}
        value={date}
        onChange={({ target }) => setDate(target.value)}
      />
      {currencies.map((currency) => (
        <Field
          key={currency}
          label={words.register(currency)}
          hint={words.registerHint}
          name={`register-${currency}`}
          inputMode="decimal"
          required
          maxLength={24}
          aria-invalid={odd.includes(currency)}
        />
      ))}
      <Field label={words.note} name="note" maxLength={LIMITS.reasonCharsMax} />
      {odd.length > 0 && <Notice tone="attention">{words.badAmount}</Notice>}
      <FailureNotice failure={failureOrNull(close.error)} />
      <Button type="submit" look="main" disabled={isBusy}>
        {isBusy ? words.comparing : words.compare}
      </Button>
    </form>
  );
}

function Shown({ closing }: { readonly closing: Closing }) {
  const { closing: words } = usePageWords('transactions');
  return (
    <section className="card grid gap-4 p-4 till:p-6" aria-label={closing.date}>
      <ClosingResult closing={closing} />
      <PrintButton what="closing" subject={closing.id} paper={receiptPaper}>
        {words.print}
      </PrintButton>
    </section>
  );
}

/**
 * The currencies of a day: the shop's own, and every other in which something was redeemed or
 * refunded, as they are found.
 */
interface DayCurrencies {
  readonly currencies: readonly string[];
  /** More may be found. */
  readonly isReading: boolean;
}

/**
 * Asks for the currencies that a day has.
 *
 * Of a day that cannot be read to its end there are those that were found.
 */
function useDayCurrencies(date: string): DayCurrencies {
  const shop = useShop();
  const { currency } = shop;
  const isDay = isDate(date);
  const period = isoPeriodOf({ first: isDay ? date : '1970-01-01', last: isDay ? date : '1970-01-01' }, shop);
  const { data, isLoading } = useQuery({
    ...totalsQuery(period, {}),
    enabled: isDay,
    refetchInterval: ({ state }) => againAfter(state.data, period, serverNow()),
  });
  const found = data?.sums.currencies.map((sums) => sums.currency) ?? [];
  const known = found.filter((name) => name !== currency && currencySchema.safeParse(name).success).sort();
  const { gaps, isAway } = data?.coverage ?? { gaps: [], isAway: false };
  return {
    currencies: [currency, ...known].slice(0, CLOSING_CURRENCIES_MAX),
    isReading: isLoading || (gaps.length > 0 && !isAway),
  };
}

/** The end of a day on paper. */
function ClosingPaper({ closing }: { readonly closing: Closing }) {
  const { closing: words } = usePageWords('transactions');
  return (
    <Paper title={words.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-2">
        <ClosingResult closing={closing} />
      </div>
    </Paper>
  );
}
