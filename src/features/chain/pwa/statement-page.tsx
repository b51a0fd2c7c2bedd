import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { grouped } from '../../../contract/money/grouped.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { SaveButtons } from '../../../pwa/ui/save-buttons.tsx';
import { Searched } from '../../../pwa/ui/searched.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { StatementLine } from '../../closings/contract/books.ts';
import { StatementTable } from '../../closings/pwa/statement-page.tsx';
import { PeriodChoice } from '../../transactions/pwa/period-choice.tsx';
import { useAmountText } from '../../transactions/pwa/texts.ts';
import { usePeriod } from '../../transactions/pwa/use-period.ts';
import { IncompleteChip } from './incomplete.tsx';
import { STATEMENTS_OPEN_MAX } from './limits.ts';
import { MissingShops } from './missing-shops.tsx';
import { allStatementsQuery, useSaveExport } from './queries.ts';

/** Amounts paid with vouchers in all shops that the user may see, together and by shop. */
export function AllStatementsPage() {
  const messages = usePageMessages('chain');
  const { statement } = usePageMessages('closings');
  const { places } = useMessages();
  const [period, setPeriod] = usePeriod('month');
  const { days } = period;
  const query = useQuery(allStatementsQuery(days));
  const save = useSaveExport('exportChainStatement');
  return (
    <Page title={places.allStatements} lead={statement.lead}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <PeriodChoice period={period} onPeriod={setPeriod} />
        <Loaded query={query}>
          {(shops) => (
            <>
              <MissingShops shops={shops} />
              <Statement
                name={messages.total}
                isIncomplete={shops.some(({ answer }) => answer === null)}
                lines={addUpLines(shops.flatMap(({ answer }) => answer ?? []))}
              />
              <Searched things={shops} nameOf={({ name }) => name}>
                {(found) =>
                  found.map(
                    ({ id, name, answer }) =>
                      answer && (
                        <StatementOfShop
                          key={id}
                          name={name}
                          lines={answer}
                          isOpenFirst={found.length <= STATEMENTS_OPEN_MAX}
                        />
                      ),
                  )
                }
              </Searched>
              <FailureNotice failure={failureOrNull(save.error)} />
              <SaveButtons isBusy={save.isPending} onSave={(fileQuery) => save.mutate({ days, query: fileQuery })} />
            </>
          )}
        </Loaded>
      </div>
    </Page>
  );
}

interface StatementProps {
  readonly name: string;
  readonly lines: readonly StatementLine[];
  readonly isIncomplete?: boolean;
}

function Statement({ name, lines, isIncomplete = false }: StatementProps) {
  const { none } = usePageMessages('closings');
  const id = useId();
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" aria-labelledby={id}>
      <h2 id={id} translate="no" className="text-section font-semibold wrap-anywhere">
        {name}
      </h2>
      {isIncomplete && <IncompleteChip of="total" />}
      {lines.length === 0 ? <p>{none}</p> : <StatementTable lines={lines} label={name} />}
    </section>
  );
}

interface StatementOfShopProps {
  readonly name: string;
  readonly lines: readonly StatementLine[];
  readonly isOpenFirst: boolean;
}

/** The statement of a shop, hidden at first on a page of many. */
function StatementOfShop({ name, lines, isOpenFirst }: StatementOfShopProps) {
  const amountText = useAmountText();
  const [isOpen, setOpen] = useState(isOpenFirst);
  if (isOpen) return <Statement name={name} lines={lines} />;
  const nets = [...grouped(lines, ({ currency }) => currency)].map(([currency, some]) =>
    amountText(
      some.reduce((sum, { net }) => sum + net, 0),
      currency,
    ),
  );
  return (
    <button
      type="button"
      aria-expanded={false}
      className="card flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left font-semibold hover:bg-neutral-3 till:px-6"
      onClick={() => setOpen(true)}
    >
      <span translate="no" className="min-w-0 flex-1 wrap-anywhere">
        {name}
      </span>
      <span className="text-right tabular-nums">{nets.join(' · ') || '–'}</span>
      <ChevronRight aria-hidden strokeWidth={1.75} size={20} className="shrink-0 text-neutral-9" />
    </button>
  );
}

const SUMMED = ['redemptions', 'redeemed', 'refunds', 'refunded', 'net', 'forfeited'] as const;

/** Adds up lines of several shops by product, class, account and currency. */
function addUpLines(lines: readonly StatementLine[]): StatementLine[] {
  const keyOf = ({ currency, class: of, account, product }: StatementLine) =>
    [currency, of, account, product].join('\n');
  return [...grouped(lines, keyOf)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([, some]) => {
      const sums = SUMMED.map((name) => [name, some.reduce((sum, line) => sum + line[name], 0)] as const);
      return { ...some[0], ...Object.fromEntries(sums), receipts: null };
    });
}
