import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createAudit } from '../../../../bff/platform/audit/audit.ts';
import type { Keys } from '../../../../bff/platform/base/keys.ts';
import { errorCode } from '../../../../bff/platform/base/logging.ts';
import { systemClock, systemRandom } from '../../../../bff/platform/base/ports.ts';
import { readSmallText } from '../../../../bff/platform/base/small-file.ts';
import { type Config, readConfig } from '../../../../bff/platform/config/config.ts';
import { environment } from '../../../../bff/platform/config/environment.ts';
import { openExisting } from '../../../../bff/platform/storage/open-existing.ts';
import { retryWhileLocked } from '../../../../bff/platform/store/retry-while-locked.ts';
import { forgetPasskeys } from '../../../head-office/bff/forget-passkeys.ts';
import { type ApplyDeps, applyChange } from '../apply.ts';
import { chainText, readChain } from '../chain-file.ts';
import { changeText } from '../change-text.ts';
import { CHAIN_BYTES_MAX, SHEET_CODES_MAX } from '../limits.ts';
import { assertPrinterAddresses, type ChainChange, isRemoval, planChain } from '../plan.ts';
import { makePasskeyCode, makeSheet } from '../sheet.ts';
import { makeSlips, slipsCsv, slipsText } from '../slips.ts';
import { writeSlips } from '../slips-page.ts';
import { chainOf, comparableRowsOf, readStoredChain } from '../stored-chain.ts';
import { tryCredentials, withoutProblems } from '../try-credentials.ts';

const USAGE = `npm run shop -- export                     prints the shops, without secrets
npm run shop -- plan FILE                  shows what apply would change
npm run shop -- apply FILE [--remove]      changes the shops; --remove also removes what FILE lacks
npm run shop -- codes SHOP [--count N]     makes codes for new devices, valid for 72 hours
npm run shop -- codes [SHOP] [--people] [--count N] [--csv | --html FILE]
                                           makes slips for N new devices of each shop, or with --people for all people
                                           without a PIN; FILE is a page to print, which has the codes: delete it then
npm run shop -- passkey NAME               makes a code for the passkeys of a person of head office
npm run shop -- forget-passkeys NAME       removes the passkeys of a manager who has lost them
`;
const EXIT = { unchanged: 0, failed: 1, changes: 2, removals: 6 } as const;

/**
 * `npm run shop`: adds, changes and suspends shops while servers run. Exit code of `plan`: 0 no
 * changes, 2 changes, 6 something would be taken away; of all: 1 with a message.
 */
process.umask(0o077);
try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The shops could not be changed'}\n`);
  process.exitCode = EXIT.failed;
}

async function run(): Promise<number> {
  const env = environment();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      remove: { type: 'boolean', default: false },
      count: { type: 'string' },
      people: { type: 'boolean', default: false },
      csv: { type: 'boolean', default: false },
      html: { type: 'string' },
    },
  });
  const [action, subject, ...more] = positionals;
  const config = readConfig(env);
  const { db, keys } = await openExisting(config, 'shop');
  const audit = createAudit({ db, keys, clock: systemClock });
  const deps = { db, keys, clock: systemClock, random: systemRandom, audit };
  try {
    if (more.length > 0) throw new Error(USAGE);
    if (action === 'export' && subject === undefined) {
      process.stdout.write(chainText(chainOf(await readStoredChain(db, keys))));
      return EXIT.unchanged;
    }
    const { people, csv, html } = values;
    if (action === 'codes' && (subject === undefined || people || csv || html !== undefined)) {
      if (csv && html !== undefined) throw new Error(USAGE);
      const devices = countOf(values.count ?? (people ? '0' : '1'), people ? 0 : 1);
      const request = { slug: subject ?? null, devices, people, timeZone: config.terms.timeZone };
      const make = () => retryWhileLocked(systemClock, () => makeSlips(request, deps));
      if (html === undefined) process.stdout.write((csv ? slipsCsv : slipsText)(await make(), config.publicOrigin));
      else process.stdout.write(await writeSlips(html, config.publicOrigin, make));
      return EXIT.unchanged;
    }
    if (subject === undefined) throw new Error(USAGE);
    if (action === 'codes') {
      const count = countOf(values.count ?? '1', 1);
      const lines = await retryWhileLocked(systemClock, () => makeSheet(subject, count, deps));
      process.stdout.write(`${lines.join('\n')}\n`);
      return EXIT.unchanged;
    }
    if (action === 'passkey') {
      const code = await retryWhileLocked(systemClock, () => makePasskeyCode(subject, deps));
      process.stdout.write(`${code}\n`);
      return EXIT.unchanged;
    }
    if (action === 'forget-passkeys') {
      await retryWhileLocked(systemClock, () => forgetPasskeys(subject, deps));
      process.stdout.write(`${subject} can add a passkey with the PIN. This is saved in the audit trail.\n`);
      return EXIT.unchanged;
    }
    if (action !== 'plan' && action !== 'apply') throw new Error(USAGE);
    return await planOrApply(action, { file: subject, mayRemove: values.remove, config, deps });
  } finally {
    await db.destroy();
  }
}

interface PlanRun {
  readonly file: string;
  readonly mayRemove: boolean;
  readonly config: Config;
  readonly deps: ApplyDeps & { readonly keys: Pick<Keys, 'open'> };
}

/** Prints the changes and problems of a file, and makes those that can be made. */
async function planOrApply(action: 'plan' | 'apply', { file, mayRemove, config, deps }: PlanRun): Promise<number> {
  const { db, keys } = deps;
  const secretOf = (beside: string) => textOf(resolve(dirname(file), beside)).trim();
  const { timeZone, currency, productClass } = config.terms;
  const stored = await readStoredChain(db, keys);
  const changes = planChain(readChain(textOf(file)), {
    stored,
    terms: { timeZone, currency, productClass },
    clientId: config.remote?.merchantClientId ?? null,
    secretOf,
  });
  await assertPrinterAddresses(changes, { onLoopback: config.printersOnLoopback });
  const tried = await tryCredentials(changes, stored, {
    config,
    newestOf: comparableRowsOf(db, stored, systemClock.now()),
  });
  for (const change of changes) process.stdout.write(`${changeText(change)}\n`);
  const problems = tried.flatMap(({ problem }) => problem ?? []);
  for (const problem of problems) process.stdout.write(`! ${problem}\n`);
  if (changes.length === 0) process.stdout.write('No changes\n');
  if (action === 'plan') return problems.length > 0 ? EXIT.failed : exitCodeOf(changes);
  const possible = withoutProblems(changes, tried);
  const removals = possible.filter(isRemoval);
  if (removals.length > 0 && !mayRemove)
    throw new Error(
      `Nothing was changed. Add --remove to allow these removals:\n${removals.map(changeText).join('\n')}`,
    );
  for (const change of possible) {
    const shownOnce = await retryWhileLocked(systemClock, () => applyChange(change, deps));
    if (shownOnce !== null) process.stdout.write(`${shownOnce}\n`);
  }
  if (problems.length > 0)
    throw new Error('Shops marked with ! were not changed; all others were. Correct the file and run this again');
  if (changes.length > 0) process.stdout.write('Done. Running servers apply the changes within seconds.\n');
  return EXIT.unchanged;
}

function textOf(file: string): string {
  try {
    return readSmallText(file, CHAIN_BYTES_MAX);
  } catch (error) {
    throw new Error(`${file} cannot be read (${errorCode(error) ?? 'unknown reason'})`, { cause: error });
  }
}

function exitCodeOf(changes: readonly ChainChange[]): number {
  if (changes.length === 0) return EXIT.unchanged;
  return changes.some(isRemoval) ? EXIT.removals : EXIT.changes;
}

function countOf(text: string, least: number): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < least || count > SHEET_CODES_MAX)
    throw new Error(`--count must be between ${least} and ${SHEET_CODES_MAX}`);
  return count;
}
