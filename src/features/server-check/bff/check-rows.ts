import { isOtherShop } from '../../../bff/issuer/mismatch.ts';
import type { Issuer, IssuerTransaction } from '../../../bff/issuer/port.ts';
import { ROW_PAGES_MAX, ROW_VALUES_NAMED_MAX, ROWS_SEEN_DAYS } from './limits.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A setting of a shop, by the name under which it is corrected. */
interface NamedSetting {
  readonly name: string;
  readonly value: string;
}

/** Settings of a shop that its transactions show as well. */
export interface ShownSettings {
  /** Null if it is not set. */
  readonly mid: NamedSetting | null;
  readonly currency: NamedSetting;
  readonly productClass: NamedSetting;
}

/** A setting that the latest transactions contradict. */
export interface Contradiction {
  /** True if the setting may be right: a new shop has no transactions. */
  readonly mayBeRight: boolean;
  readonly message: string;
}

/** Compares settings with the latest transactions. Empty if they agree, or if there are none. */
export async function compareWithRows(
  { searchPage }: Pick<Issuer, 'searchPage'>,
  { mid, currency, productClass }: ShownSettings,
  now: number,
): Promise<Contradiction[]> {
  const { rows, isWhole } = await readRows({ searchPage }, mid?.value ?? null, now);
  const classes = rows.flatMap(({ vouchers }) => vouchers.map((voucher) => voucher.productClass ?? ''));
  const currencies = rows.map((row) => row.currency);
  const contradicted = [
    ...contradict(currency, currencies, 'are in'),
    ...contradict(productClass, classes, 'are of the class'),
  ].map((message) => ({ mayBeRight: false, message }));
  if (mid === null || !isWhole) return contradicted;
  const mids = distinct(rows.map((row) => row.mid));
  if (mids.length === 0 || mids.some((seen) => !isOtherShop(seen, mid.value))) return contradicted;
  const message =
    `${mid.name} is ${mid.value}, but the transactions of the last ${ROWS_SEEN_DAYS} days name only ` +
    `${namesOf(mids)}: correct the setting, unless this shop has not sold anything yet`;
  return [...contradicted, { mayBeRight: true, message }];
}

/** Reads until the rows name the mid, or end; `isWhole` is false if neither was reached. */
async function readRows({ searchPage }: Pick<Issuer, 'searchPage'>, mid: string | null, now: number) {
  const rows: IssuerTransaction[] = [];
  for (let page = 0; page < ROW_PAGES_MAX; page += 1) {
    const reply = await searchPage({ from: now - ROWS_SEEN_DAYS * DAY_MS, to: now }, page, undefined, 'many');
    if (reply.outcome === 'absent') return { rows, isWhole: true };
    if (reply.outcome !== 'found') break;
    rows.push(...reply.value);
    const isNamed = mid === null || reply.value.some((row) => row.mid !== '' && !isOtherShop(row.mid, mid));
    if (isNamed || reply.value.length === 0) return { rows, isWhole: true };
  }
  return { rows, isWhole: false };
}

function contradict({ name, value }: NamedSetting, found: readonly string[], verb: string): string[] {
  const seen = distinct(found);
  if (seen.length === 0 || seen.includes(value)) return [];
  return [`${name} is ${value}, but the latest transactions ${verb} ${namesOf(seen)}: correct the setting`];
}

const distinct = (values: readonly string[]) => [...new Set(values.filter((value) => value !== ''))];

function namesOf(values: readonly string[]): string {
  const more = values.length - ROW_VALUES_NAMED_MAX;
  return `${values.slice(0, ROW_VALUES_NAMED_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
