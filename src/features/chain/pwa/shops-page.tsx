import { useQuery } from '@tanstack/react-query';
import { CSV_BOM, type RecordFormat, recordFormatOf } from '../../../contract/platform/csv.ts';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { SaveButtons } from '../../../pwa/ui/save-buttons.tsx';
import { saveFile } from '../../../pwa/ui/save-file.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { majorUnits } from '../../transactions/contract/transaction-amount.ts';
import type { Days } from '../../transactions/pwa/period.ts';
import { PeriodChoice } from '../../transactions/pwa/period-choice.tsx';
import { useDateText } from '../../transactions/pwa/texts.ts';
import { usePeriod } from '../../transactions/pwa/use-period.ts';
import type { ShopOverview } from '../contract/overview.ts';
import { overviewQuery } from './queries.ts';
import { ShopsByDay } from './shops-by-day.tsx';
import { ShopsTable } from './shops-table.tsx';

/** All shops with their sums and open work, for head office. */
export function ShopsPage() {
  const { range } = usePageMessages('closings').statement;
  const date = useDateText();
  const { places } = useMessages();
  const [period, setPeriod] = usePeriod('today');
  const { days } = period;
  const query = useQuery(overviewQuery(days));
  return (
    <Page title={places.shops}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ShopsByDay onPeriod={setPeriod} />
        <PeriodChoice period={period} onPeriod={setPeriod} />
        {/* Shops of other time zones may be on another day now. */}
        <p>{range(date(days.first), date(days.last))}</p>
        <Loaded query={query}>
          {(shops) => (
            <>
              <ShopsTable shops={shops} />
              <SaveButtons onSave={(fileQuery) => saveOverview(shops, days, recordFormatOf(fileQuery))} />
            </>
          )}
        </Loaded>
      </div>
    </Page>
  );
}

/** Saves a line for each shop and currency, or without sums for the shop; amounts have decimals. */
function saveOverview(shops: readonly ShopOverview[], { first, last }: Days, recordOf: RecordFormat): void {
  const lines = shops.flatMap(({ name, sums, incomplete }) => {
    if (sums.length === 0) return [[name, null, null, null, null, null, incomplete]];
    return sums.map(({ currency, captures, captured, refunds, refunded }) => {
      const money = (amount: number) => ({ exact: majorUnits(amount, currency) });
      return [name, currency, captures, money(captured), refunds, money(refunded), incomplete];
    });
  });
  const csv = [COLUMNS, ...lines].map(recordOf).join('');
  saveFile(new Blob([CSV_BOM, csv], { type: 'text/csv' }), `shops-${first}-${last}.csv`);
}

const COLUMNS = ['shop', 'currency', 'redemptions', 'redeemed', 'refunds', 'refunded', 'incomplete'];
