import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { grouped } from '../../../contract/money/grouped.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { SaveButtons } from '../../../pwa/ui/save-buttons.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { StatementLine } from '../../closings/contract/books.ts';
import { DaysForm, useDays } from '../../closings/pwa/days-form.tsx';
import { StatementTable } from '../../closings/pwa/statement-page.tsx';
import { IncompleteChip } from './incomplete.tsx';
import { MissingShops } from './missing-shops.tsx';
import { allStatementsQuery, useSaveExport } from './queries.ts';

/** Amounts paid with vouchers in all shops that the user may see, together and by shop. */
export function AllStatementsPage() {
  const messages = usePageMessages('chain');
  const { statement } = usePageMessages('closings');
  const { places } = useMessages();
  const [days, setDays] = useDays('month');
  const query = useQuery(allStatementsQuery(days));
  const save = useSaveExport('exportChainStatement');
  return (
    <Page title={places.allStatements} lead={statement.lead}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <DaysForm days={days} onDays={setDays} />
        <Loaded query={query}>
          {(shops) => (
            <>
              <MissingShops shops={shops} />
              <Statement
                name={messages.total}
                isIncomplete={shops.some(({ answer }) => answer === null)}
                lines={addUpLines(shops.flatMap(({ answer }) => answer ?? []))}
              />
              {shops.map(({ id, name, answer }) => answer && <Statement key={id} name={name} lines={answer} />)}
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
