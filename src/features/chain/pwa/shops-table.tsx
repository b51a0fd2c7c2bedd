import { useState } from 'react';
import { grouped } from '../../../contract/money/grouped.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { SEARCHED_FROM } from '../../../pwa/ui/limits.ts';
import { Searched } from '../../../pwa/ui/searched.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { shopCurrencyFirst } from '../../transactions/pwa/shop-currency-first.ts';
import { useAmountText } from '../../transactions/pwa/texts.ts';
import type { ShopOverview } from '../contract/overview.ts';
import { IncompleteChip } from './incomplete.tsx';
import { useShopsToCheck } from './use-shops-to-check.ts';
import { useVisitAt } from './use-visit.ts';

/** A scrollable area must be reachable by keyboard. */
const SCROLLED = { tabIndex: 0 } as const;

/** On a phone: a line with the name and the redeemed amount, and one for each other figure. */
const LISTED =
  'max-tablet:col-span-full max-tablet:flex max-tablet:flex-wrap max-tablet:justify-between max-tablet:gap-x-4 ' +
  'max-tablet:p-0 max-tablet:before:font-normal max-tablet:before:text-neutral-11 ' +
  'max-tablet:before:content-[attr(data-name)]';
const CELL = 'px-3 py-2 first:pl-0 last:pr-0';
const FIGURE = `${CELL} text-right tablet:whitespace-nowrap`;
const LINE =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-4 ' +
  'max-tablet:gap-y-1 max-tablet:py-2';
const NAMED = 'max-tablet:p-0';
/** A figure of zero is pale, and hidden on a phone. */
const QUIET = 'text-neutral-9 max-tablet:hidden';

const SORTS = ['openCases', 'redeemed', 'shop'] as const;
type Sort = (typeof SORTS)[number];

/** All shops below their total. Of many shops, those without transactions are hidden at first. */
export function ShopsTable({ shops }: { readonly shops: readonly ShopOverview[] }) {
  const messages = usePageMessages('chain');
  const { sortBy } = usePageMessages('transactions');
  const { currency } = useShop();
  const [sort, setSort] = useState<Sort>('openCases');
  const names = { ...messages.columns, shop: messages.shop };
  const sorted = shops.toSorted(ORDERS[sort](currency));
  return (
    <Searched
      things={sorted}
      nameOf={({ name }) => name}
      tools={
        <Select
          label={sortBy}
          value={sort}
          onChoose={(value) => setSort(SORTS.find((one) => one === value) ?? 'openCases')}
          className="w-64 max-w-full"
        >
          {SORTS.map((name) => (
            <option key={name} value={name}>
              {names[name]}
            </option>
          ))}
        </Select>
      }
    >
      {(found) => <Table shops={found} areAll={found.length === shops.length} />}
    </Searched>
  );
}

const byName = (a: ShopOverview, b: ShopOverview) => a.name.localeCompare(b.name, undefined, { numeric: true });

const ORDERS: Readonly<Record<Sort, (currency: string) => (a: ShopOverview, b: ShopOverview) => number>> = {
  openCases: () => (a, b) => (b.openCases ?? 0) - (a.openCases ?? 0) || byName(a, b),
  redeemed: (currency) => (a, b) => capturedIn(b, currency) - capturedIn(a, currency) || byName(a, b),
  shop: () => byName,
};

const capturedIn = ({ sums }: ShopOverview, currency: string) =>
  sums.find((sum) => sum.currency === currency)?.captured ?? 0;

interface TableProps {
  readonly shops: readonly ShopOverview[];
  /** False if the shops were searched for. */
  readonly areAll: boolean;
}

function Table({ shops, areAll }: TableProps) {
  const messages = usePageMessages('chain');
  const visit = useVisitAt();
  const { exceptions, devices } = useShopsToCheck();
  const [isOpen, setOpen] = useState(false);
  const names = messages.columns;
  const countsOf = ({ id, openCases, openTills }: ShopOverview): Counts => ({
    openCases,
    openTills,
    exceptions: exceptions(id),
    devices: devices(id),
  });
  const isFolded = areAll && !isOpen && shops.length >= SEARCHED_FROM;
  const quiet = isFolded ? shops.filter((shop) => isQuiet(shop, countsOf(shop))) : [];
  return (
    <section className="card overflow-x-auto p-4 till:p-6" {...SCROLLED} aria-label={messages.title}>
      <FailureNotice failure={failureOrNull(visit.error)} />
      <table className="w-full text-left tabular-nums max-tablet:block">
        <thead className="text-label text-neutral-11 max-tablet:sr-only">
          <tr>
            <th scope="col" className={CELL}>
              {messages.shop}
            </th>
            {(['redeemed', 'refunded', ...COUNTS] as const).map((name) => (
              <th key={name} scope="col" className={`${CELL} text-right`}>
                {names[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-neutral-4 max-tablet:block">
          {areAll && <Total shops={shops} countsOf={countsOf} />}
          {shops
            .filter((shop) => !quiet.includes(shop))
            .map((shop) => (
              <ShopRow
                key={shop.id}
                shop={shop}
                counts={countsOf(shop)}
                isBusy={visit.isPending}
                onOpen={() => visit.open(shop.id, ADDRESSES.today)}
              />
            ))}
        </tbody>
      </table>
      {quiet.length > 0 && (
        <Button className="mt-2" onClick={() => setOpen(true)}>
          {messages.quietShops(quiet.length)}
        </Button>
      )}
    </section>
  );
}

const COUNTS = ['openCases', 'openTills', 'exceptions', 'devices'] as const;
/** Null for a shop without an answer, undefined until the answers are known. */
type Counts = Readonly<Record<(typeof COUNTS)[number], number | null | undefined>>;

const isQuiet = ({ sums, incomplete }: ShopOverview, counts: Counts) =>
  sums.length === 0 && incomplete === null && COUNTS.every((name) => !counts[name]);

interface ShopRowProps {
  readonly shop: ShopOverview;
  readonly counts: Counts;
  readonly isBusy: boolean;
  readonly onOpen: () => void;
}

function ShopRow({ shop: { name, sums, incomplete }, counts, isBusy, onOpen }: ShopRowProps) {
  const { openShop } = usePageMessages('chain');
  return (
    <tr className={LINE}>
      <th scope="row" className={`${CELL} ${NAMED} font-medium tablet:min-w-24 tablet:py-1`}>
        <span className="flex flex-wrap items-center gap-x-2">
          <button
            type="button"
            disabled={isBusy}
            aria-label={openShop(name)}
            onClick={onOpen}
            className="min-h-12 min-w-12 text-left wrap-anywhere underline decoration-neutral-7 underline-offset-4"
          >
            <span translate="no">{name}</span>
          </button>
          <IncompleteChip of={incomplete} />
        </span>
      </th>
      <Sums sums={sums} />
      <CountCells counts={counts} />
    </tr>
  );
}

interface TotalProps {
  readonly shops: readonly ShopOverview[];
  readonly countsOf: (shop: ShopOverview) => Counts;
}

function Total({ shops, countsOf }: TotalProps) {
  const messages = usePageMessages('chain');
  const counts = shops.map(countsOf);
  const total = (name: (typeof COUNTS)[number]) => {
    const known = counts.flatMap((one) => one[name] ?? []);
    return known.length === 0 ? '–' : known.reduce((sum, one) => sum + one, 0);
  };
  return (
    <tr className={`font-semibold ${LINE}`}>
      <th scope="row" className={`${CELL} ${NAMED}`}>
        <span className="flex flex-wrap items-center gap-2">
          {messages.total}
          <IncompleteChip of={shops.some(({ incomplete }) => incomplete !== null) ? 'total' : null} />
        </span>
      </th>
      <Sums sums={shops.flatMap(({ sums }) => sums)} />
      {COUNTS.map((name) => (
        <td key={name} className={`${FIGURE} ${LISTED}`} data-name={messages.columns[name]}>
          {total(name)}
        </td>
      ))}
    </tr>
  );
}

function CountCells({ counts }: { readonly counts: Counts }) {
  const { columns } = usePageMessages('chain');
  return COUNTS.map((name) => {
    const count = counts[name];
    return (
      <td key={name} className={`${FIGURE} ${count ? LISTED : QUIET}`} data-name={columns[name]}>
        {!count || name === 'openTills' ? String(count ?? '–') : <Chip tone="attention">{count}</Chip>}
      </td>
    );
  });
}

/** Two cells: what was redeemed and refunded, by currency, with that of the device first. */
function Sums({ sums }: { readonly sums: ShopOverview['sums'] }) {
  const messages = usePageMessages('chain');
  const amountText = useAmountText();
  const { currency: own } = useShop();
  const byCurrency = [...grouped(sums, ({ currency }) => currency)].map(([currency, some]) => ({ currency, some }));
  const textsOf = (amount: 'captured' | 'refunded', count: 'captures' | 'refunds') =>
    shopCurrencyFirst(byCurrency, own).flatMap(({ currency, some }) => {
      const total = (name: typeof amount | typeof count) => some.reduce((sum, one) => sum + one[name], 0);
      return total(count) === 0 ? [] : [messages.counted(amountText(total(amount), currency), total(count))];
    });
  const cells = [
    ['redeemed', textsOf('captured', 'captures'), 'max-tablet:p-0'],
    ['refunded', textsOf('refunded', 'refunds'), LISTED],
  ] as const;
  return cells.map(([name, texts, listed]) => (
    <td key={name} className={`${FIGURE} ${texts.length === 0 ? QUIET : listed}`} data-name={messages.columns[name]}>
      <span className="grid justify-items-end">
        {texts.length === 0 ? '–' : texts.map((text) => <span key={text}>{text}</span>)}
      </span>
    </td>
  ));
}
