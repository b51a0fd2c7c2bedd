import { arch, platform, release, totalmem } from 'node:os';
import { type Kysely, sql } from 'kysely';
import type { Finding } from '../../../bff/app/feature-hooks.ts';
import { LOG_LINES_MAX } from '../../../bff/platform/base/limits.ts';
import { isLogField } from '../../../bff/platform/base/logging.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { readConfig, SETTING_NAMES } from '../../../bff/platform/config/config.ts';
import { openExisting } from '../../../bff/platform/storage/open-existing.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { migrationsOf } from '../../../bff/platform/store/migrate.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { IS_OPEN } from '../../../bff/redemption/operation/statements.ts';
import { withoutCodes } from '../../../contract/without-codes.ts';
import { findingLine } from './finding.ts';
import { COUNTED_DAYS } from './limits.ts';

/** Contents of a support packet before they are redacted. */
export interface PacketContents {
  readonly version: string;
  /** ISO 8601 UTC. */
  readonly madeAt: string;
  readonly machine: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly findings: readonly Finding[];
  /** Lines about the journal; null if it cannot be read. */
  readonly journal: readonly string[] | null;
  /** The server's log, as it printed it. */
  readonly log: string;
}

/** A shorter value would also hide parts of ordinary words. */
const VALUE_CHARS_MIN = 4;
const DAY_MS = 24 * 60 * 60_000;
/** An expression, so that SQLite does not read all operations in the order of their index. */
const KIND = sql<string>`kind || ''`;

/** Describes the machine without its name. */
export function machineLine(): string {
  const memory = Math.round(totalmem() / 2 ** 20);
  return `${platform()} ${release()} ${arch()}, Node ${process.version}, ${memory} MB`;
}

/**
 * Returns the text of a support packet. It contains names of settings, but no value of one, and no
 * code of a voucher or name of a person, device or shop.
 */
export function packetText({ version, madeAt, machine, env, findings, journal, log }: PacketContents): string {
  const isSet = (name: string) => (env[name] ?? '').trim() !== '';
  const sections: Readonly<Record<string, readonly string[]>> = {
    'Tillside support packet': [`made    ${madeAt}`, `version ${version}`, `machine ${machine}`],
    Doctor: findings.map(findingLine),
    'Configured settings': SETTING_NAMES.filter(isSet),
    Journal: journal ?? ['cannot be read'],
    /* A value that looks like a code is replaced before codes are masked. */
    'Last lines of the log': logLines(hideValues(log, env)),
  };
  const text = Object.entries(sections).map(([title, lines]) => `# ${title}\n${lines.join('\n')}\n`);
  return hideValues(text.join('\n'), env);
}

/** Returns the last lines that the server wrote. Other lines may contain anything. */
function logLines(log: string): string[] {
  return log
    .split('\n')
    .flatMap((line) => readLogLine(line) ?? [])
    .slice(-LOG_LINES_MAX);
}

function readLogLine(line: string): string | null {
  const [json] = /\{"level":.*\}/.exec(line) ?? [];
  if (json === undefined) return null;
  try {
    const fields = Object.entries(JSON.parse(json) as Record<string, unknown>).filter(([name]) => isLogField(name));
    return maskCodes(JSON.stringify(Object.fromEntries(fields)));
  } catch {
    return null;
  }
}

/** Masks codes of vouchers. The time of a line is no code. */
function maskCodes(line: string): string {
  const [, time = '', rest = line] = /^(\{"level":"\w+","time":"[\dT:.Z-]+")(.*)$/.exec(line) ?? [];
  return time + withoutCodes(rest);
}

/** Replaces values of settings, which other texts may contain, by the setting's name. */
function hideValues(text: string, env: PacketContents['env']): string {
  const values = SETTING_NAMES.flatMap((name) => {
    const value = env[name]?.trim() ?? '';
    return value.length < VALUE_CHARS_MIN ? [] : [{ name, value }];
  });
  const longestFirst = values.sort((a, b) => b.value.length - a.value.length);
  return longestFirst.reduce((hidden, { name, value }) => hidden.replaceAll(value, `<${name}>`), text);
}

/**
 * Describes the journal of these settings. A server may run meanwhile.
 * @returns null if it cannot be read: the doctor's results have the reason
 */
export async function journalLines(env: PacketContents['env'], now: number): Promise<string[] | null> {
  try {
    const { db } = await openExisting(readConfig(env), 'operation');
    return await describeJournal(db, null, now).finally(() => db.destroy());
  } catch {
    return null;
  }
}

/**
 * Describes a journal in numbers: its version, its devices without names, and its operations.
 * @param shop only those of this shop; null for all
 */
export async function describeJournal(db: Kysely<Schema>, shop: Scope | null, now: number): Promise<string[]> {
  const all = acrossShops(db);
  const devices = await all
    .selectFrom('device')
    .select(['id', 'enrolled_at', 'last_seen_at', 'revoked_at'])
    .$if(shop !== null, (query) => query.where('shop', '=', shop))
    .orderBy('enrolled_at')
    .execute();
  const people = await all
    .selectFrom('place')
    .select(({ fn }) => ['role', fn.countAll<number>().as('count')])
    .$if(shop !== null, (query) => query.where('shop', '=', shop))
    .groupBy('role')
    .orderBy('role')
    .execute();
  const openOnes = all
    .selectFrom('operation')
    .select('id')
    .where('open', '=', IS_OPEN)
    .$if(shop !== null, (query) => query.where('shop', '=', shop));
  const recent = all
    .selectFrom('fact')
    .select('operation_id as id')
    .where('at', '>=', now - COUNTED_DAYS * DAY_MS)
    .$if(shop !== null, (query) => query.where('shop', '=', shop));
  const operations = await all
    .selectFrom('operation')
    .select(({ fn }) => [KIND.as('kind'), 'state', 'open', fn.countAll<number>().as('count')])
    .where('id', 'in', openOnes.unionAll(recent))
    .groupBy([KIND, 'state', 'open'])
    .orderBy(KIND)
    .orderBy('state')
    .execute();
  const day = (at: number | null) => (at === null ? 'never' : new Date(at).toISOString());
  return [
    `read at ${day(now)}`,
    `versions ${(await migrationsOf(db)).join(', ')}`,
    ...people.map(({ role, count }) => `people ${role}: ${count}`),
    ...devices.map(
      ({ id, enrolled_at, last_seen_at, revoked_at }) =>
        `device ${id.slice(0, 8)}: added ${day(enrolled_at)}, last seen ${day(last_seen_at)}` +
        (revoked_at === null ? '' : `, removed ${day(revoked_at)}`),
    ),
    `operations that are open, or from the last ${COUNTED_DAYS} days:`,
    ...operations.map(({ kind, state, open, count }) => `${kind} ${state}${open ? ' (open)' : ''}: ${count}`),
  ];
}
