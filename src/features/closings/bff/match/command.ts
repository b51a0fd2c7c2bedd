import { parseArgs } from 'node:util';
import { readSettings } from '../../../../bff/access/settings/stored-settings.ts';
import { readSmallFile } from '../../../../bff/platform/base/small-file.ts';
import { readConfig } from '../../../../bff/platform/config/config.ts';
import { environment } from '../../../../bff/platform/config/environment.ts';
import { openExisting } from '../../../../bff/platform/storage/open-existing.ts';
import { acrossShops } from '../../../../bff/platform/store/across-shops.ts';
import { isDate, shopDate } from '../../../../contract/platform/shop-day.ts';
import { decodeList } from '../../contract/match/read-csv.ts';
import { LIST_BYTES_MAX } from '../limits.ts';
import { type Comparison, compareLists } from './compare-lists.ts';
import { readMemory } from './match-memory.ts';
import { hasOpenDifferences, matchReport } from './match-report.ts';
import { type OursPeriod, ourLines } from './our-lines.ts';

/**
 * `npm run match -- FILE --from DAY --to DAY`: compares the shop's redemptions of these days
 * with the register's CSV or the issuer's statement, while a server runs. The file is not stored.
 * `--mapping JSON` names its columns, unless a manager confirmed them on the page; without either,
 * the command proposes a mapping and stops. Exit code 0: all lines agree or have a note; 1: there
 * are differences; 2: an error.
 */

const USAGE = `npm run match -- FILE --from 2030-01-15 --to 2030-01-31 [--mapping '{"amount":"Total","decimal":"."}']`;

try {
  const env = environment();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { mapping: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
  });
  const [file] = positionals;
  const { from, to, mapping } = values;
  if (file === undefined || positionals.length > 1 || from === undefined || to === undefined) throw new Error(USAGE);
  const config = readConfig(env);
  const comparison = await match(file, { mapping, from, to }, config);
  process.stdout.write(matchReport(comparison, config.terms.timeZone));
  process.exitCode = hasOpenDifferences(comparison) ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The list could not be compared'}\n`);
  process.exitCode = 2;
}

async function match(
  file: string,
  { mapping, from, to }: { readonly mapping: string | undefined; readonly from: string; readonly to: string },
  config: ReturnType<typeof readConfig>,
): Promise<Comparison> {
  const text = decodeList(readSmallFile(file, LIST_BYTES_MAX));
  const { db, keys } = await openExisting(config, 'shift_z');
  try {
    const shopRow = await acrossShops(db)
      .selectFrom('shop')
      .select(['id', 'mid'])
      .orderBy('created_at')
      .executeTakeFirst();
    if (shopRow === undefined) throw new Error('There is no shop in this journal yet');
    const { currency, timeZone } = config.terms;
    const memory = { read: async () => ({ mid: shopRow.mid, ...(await readMemory(db, shopRow.id)) }) };
    const ours = (period: OursPeriod) => ourLines({ reads: db, shop: shopRow.id, keys, currency }, period);
    const { dayBegins } = await readSettings(db, shopRow.id);
    const shop = { currency, timeZone, dayBegins };
    const dayOf = (ms: number) => shopDate(ms, shop);
    const days = { first: shopDayIn(from, dayOf), last: shopDayIn(to, dayOf) };
    return await compareLists({ memory, ours, ...shop }, { text, mapping, days });
  } finally {
    await db.destroy();
  }
}

/** A day as it was typed, or the shop's day of a time. @throws Error with a message for the user */
function shopDayIn(text: string, dayOf: (ms: number) => string): string {
  if (isDate(text)) return text;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new Error(`"${text}" is not a date: write it as 2030-01-15`);
  return dayOf(ms);
}
