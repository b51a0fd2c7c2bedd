import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { decodeList } from '../../contract/match/read-csv.ts';
import { readConfig } from '../config/config.ts';
import { openExisting } from '../keeping/open-existing.ts';
import { readMemory } from '../match/match-memory.ts';
import { differs, matchReport } from '../match/match-report.ts';
import { type LaidBeside, layBeside } from '../match/matching.ts';
import { ourLines } from '../match/our-lines.ts';
import { readSettings } from '../settings/settings.ts';
import { acrossShops } from '../store/across-shops.ts';

/**
 * `npm run match -- FILE`: lays what was taken here beside the register's CSV or the issuer's
 * statement, beside a running server; nothing of the file is kept. `--mapping JSON` says what its
 * columns are where they are not recognised, `--from` and `--to` (ISO 8601) of which period it is.
 * Exit code 0: all agrees or has a note; 1: something differs; 2: it could not be done.
 */
const USAGE = `npm run match -- FILE [--mapping '{"amount":"Total","receiptNo":"Receipt"}'] [--from TIME --to TIME]`;

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { mapping: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(USAGE);
  const config = readConfig(process.env);
  const asked = { mapping: values.mapping, from: instant(values.from), to: instant(values.to) };
  const beside = await match(file, asked, config);
  process.stdout.write(matchReport(beside, config.terms.timeZone));
  process.exitCode = differs(beside) ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The list could not be laid beside ours'}\n`);
  process.exitCode = 2;
}

interface Asked {
  readonly mapping: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

async function match(file: string, asked: Asked, config: ReturnType<typeof readConfig>): Promise<LaidBeside> {
  const text = decodeList(readFileSync(file));
  const { db, keys } = await openExisting(config, 'shift_z');
  try {
    const own = await acrossShops(db).selectFrom('shop').select(['id', 'mid']).orderBy('created_at').executeTakeFirst();
    if (own === undefined) throw new Error('There is no shop in this journal yet');
    const { currency, timeZone } = config.terms;
    const memory = { read: async () => ({ mid: own.mid, ...(await readMemory(db, own.id)) }) };
    const ours = (period: { from: number; to: number }) =>
      ourLines({ reads: db, shop: own.id, keys, currency }, period);
    const { dayBegins } = await readSettings(db, own.id);
    return await layBeside({ memory, ours, currency, timeZone, dayBegins }, { text, ...asked });
  } finally {
    await db.destroy();
  }
}

/** A time as it was typed. @throws Error in words */
function instant(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new Error(`"${text}" is no time: write it as 2030-01-15T00:00:00Z`);
  return new Date(ms).toISOString();
}
