import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '../../../contract/money/grouped.ts';
import { CSV_BOM, type RecordFormat, recordFormatOf } from '../../../contract/platform/csv.ts';
import { shopDate } from '../../../contract/platform/shop-day.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { SaveButtons } from '../../../pwa/ui/save-buttons.tsx';
import { saveFile } from '../../../pwa/ui/save-file.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { concernsOf } from '../../fleet/pwa/device-facts.ts';
import { majorUnits } from '../../transactions/contract/transaction-amount.ts';
import { type Days, daysOf, PERIODS, type PeriodName } from '../../transactions/pwa/period.ts';
import { useAmountText, useDateText } from '../../transactions/pwa/texts.ts';
import type { ShopOverview } from '../contract/overview.ts';
import { IncompleteChip } from './incomplete.tsx';
import { REFRESH_MS } from './limits.ts';
import { allDevicesQuery, allExceptionsQuery, overviewQuery } from './queries.ts';
import { useVisitAt } from './use-visit.ts';

const SHOWN = PERIODS.filter((name) => name !== 'custom');

/** All shops with their sums and open work, for head office. */
export function ShopsPage() {
  const { period: periodLabel, periods } = usePageMessages('transactions');
  const { range } = usePageMessages('closings').statement;
  const date = useDateText();
  const { places } = useMessages();
  const shop = useShop();
  const [period, setPeriod] = useState<PeriodName>('today');
  const days = daysOf(period, shopDate(useNow(REFRESH_MS), shop));
  const query = useQuery(overviewQuery(days));
  const choose = (value: string) => setPeriod(SHOWN.find((one) => one === value) ?? 'today');
  return (
    <Page title={places.shops}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Select label={periodLabel} value={period} onChoose={choose} className="max-w-64">
          {SHOWN.map((name) => (
            <option key={name} value={name}>
              {periods[name]}
            </option>
          ))}
        </Select>
        {/* Shops of other time zones may be on another day now. */}
        <p>{range(date(days.first), date(days.last))}</p>
        <Loaded query={query}>
          {(shops) => (
            <>
              <Shops shops={shops} />
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

/** A scrollable area must be reachable by keyboard. */
const SCROLLED = { tabIndex: 0 } as const;

/** On a phone each row is a list: its cells are stacked, with names. */
const LISTED =
  'max-tablet:flex max-tablet:flex-wrap max-tablet:justify-between max-tablet:gap-x-4 ' +
  'max-tablet:px-0 max-tablet:py-1 ' +
  'max-tablet:before:font-normal max-tablet:before:text-neutral-11 max-tablet:before:content-[attr(data-name)]';
const CELL = `px-3 py-2 first:pl-0 last:pr-0 ${LISTED}`;
const FIGURE = `${CELL} text-right tablet:whitespace-nowrap`;
const LINE = 'max-tablet:block max-tablet:py-3';
const NAMED = 'max-tablet:before:content-none';

function Shops({ shops }: { readonly shops: readonly ShopOverview[] }) {
  const messages = usePageMessages('chain');
  const visit = useVisitAt();
  const { exceptions, devices } = useShopsToCheck();
  const total = (count: (id: string) => number | undefined) => {
    const known = shops.flatMap(({ id }) => count(id) ?? []);
    return known.length === 0 ? '–' : known.reduce((sum, one) => sum + one, 0);
  };
  const names = messages.columns;
  return (
    <section className="card overflow-x-auto p-4 till:p-6" {...SCROLLED} aria-label={messages.title}>
      <FailureNotice failure={failureOrNull(visit.error)} />
      <table className="w-full text-left tabular-nums max-tablet:block">
        <thead className="text-label text-neutral-11 max-tablet:sr-only">
          <tr>
            <th scope="col" className={CELL}>
              {messages.shop}
            </th>
            {(['redeemed', 'refunded', 'openCases', 'openTills', 'exceptions', 'devices'] as const).map((name) => (
              <th key={name} scope="col" className={`${CELL} text-right`}>
                {names[name]}
              </th>
            ))}
            <th scope="col" className={CELL}>
              <span className="spoken">{messages.open}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-neutral-4 max-tablet:block">
          {shops.map((shop) => (
            <ShopRow
              key={shop.id}
              shop={shop}
              isBusy={visit.isPending}
              exceptions={exceptions(shop.id)}
              devices={devices(shop.id)}
              onOpen={() => visit.open(shop.id, ADDRESSES.today)}
            />
          ))}
        </tbody>
        <tfoot className="max-tablet:block">
          <tr className={`border-t border-neutral-8 font-semibold ${LINE}`}>
            <th scope="row" className={`${CELL} ${NAMED}`}>
              <span className="flex flex-wrap items-center gap-2">
                {messages.total}
                <IncompleteChip of={shops.some(({ incomplete }) => incomplete !== null) ? 'total' : null} />
              </span>
            </th>
            <Sums sums={shops.flatMap(({ sums }) => sums)} />
            <td className={FIGURE} data-name={names.openCases}>
              {shops.reduce((sum, { openCases }) => sum + (openCases ?? 0), 0)}
            </td>
            <td className={FIGURE} data-name={names.openTills}>
              {shops.reduce((sum, { openTills }) => sum + openTills, 0)}
            </td>
            <td className={FIGURE} data-name={names.exceptions}>
              {total(exceptions)}
            </td>
            <td className={FIGURE} data-name={names.devices}>
              {total(devices)}
            </td>
            <td className="max-tablet:hidden">{/* The column of buttons has no total. */}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

interface ShopRowProps {
  readonly shop: ShopOverview;
  /** Undefined until they are known. */
  readonly exceptions: number | undefined;
  readonly devices: number | undefined;
  readonly isBusy: boolean;
  readonly onOpen: () => void;
}

function ShopRow({ shop, exceptions, devices, isBusy, onOpen }: ShopRowProps) {
  const { name, sums, openCases, openTills, incomplete } = shop;
  const messages = usePageMessages('chain');
  const names = messages.columns;
  return (
    <tr className={LINE}>
      <th scope="row" className={`${CELL} ${NAMED} font-medium wrap-anywhere tablet:min-w-24`}>
        <span className="flex flex-wrap items-center gap-2">
          <span translate="no">{name}</span>
          <IncompleteChip of={incomplete} />
        </span>
      </th>
      <Sums sums={sums} />
      <td className={FIGURE} data-name={names.openCases}>
        <Count of={openCases} />
      </td>
      <td className={FIGURE} data-name={names.openTills}>
        {openTills}
      </td>
      <td className={FIGURE} data-name={names.exceptions}>
        <Count of={exceptions} />
      </td>
      <td className={FIGURE} data-name={names.devices}>
        <Count of={devices} />
      </td>
      <td className="py-2 text-right">
        <Button disabled={isBusy} aria-label={messages.openShop(name)} onClick={onOpen}>
          {messages.open}
        </Button>
      </td>
    </tr>
  );
}

function Count({ of: count }: { readonly of: number | null | undefined }) {
  return count === undefined || count === null || count === 0 ? (
    String(count ?? '–')
  ) : (
    <Chip tone="attention">{count}</Chip>
  );
}

/** Numbers by shop that arrive after the table: exceptions, and devices that are offline or old. */
function useShopsToCheck() {
  const now = useNow(REFRESH_MS);
  const { data: exceptions } = useQuery(allExceptionsQuery);
  const { data: fleets } = useQuery(allDevicesQuery);
  return {
    exceptions: (id: string) => exceptions?.find((shop) => shop.id === id)?.answer?.length,
    devices(id: string) {
      const fleet = fleets?.find((shop) => shop.id === id)?.answer;
      return fleet?.devices.filter((device) => {
        const concerns = concernsOf(device, fleet.version, now);
        return concerns.includes('offline') || concerns.includes('old');
      }).length;
    },
  };
}

/** Two cells: what was redeemed and refunded, by currency. */
function Sums({ sums }: { readonly sums: ShopOverview['sums'] }) {
  const messages = usePageMessages('chain');
  const amountText = useAmountText();
  const byCurrency = [...grouped(sums, ({ currency }) => currency)];
  const textsOf = (amount: 'captured' | 'refunded', count: 'captures' | 'refunds') =>
    byCurrency.map(([currency, some]) => {
      const total = (name: typeof amount | typeof count) => some.reduce((sum, one) => sum + one[name], 0);
      return messages.counted(amountText(total(amount), currency), total(count));
    });
  const cells = [
    ['redeemed', textsOf('captured', 'captures')],
    ['refunded', textsOf('refunded', 'refunds')],
  ] as const;
  return cells.map(([name, texts]) => (
    <td key={name} className={FIGURE} data-name={messages.columns[name]}>
      <span className="grid justify-items-end">
        {texts.length === 0 ? '–' : texts.map((text) => <span key={text}>{text}</span>)}
      </span>
    </td>
  ));
}
