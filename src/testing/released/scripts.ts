import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../bff/platform/store/schema.ts';

/** Runs statements that each end with a semicolon at the end of a line. */
export async function runScript(db: Kysely<Schema>, script: string): Promise<void> {
  for (const statement of script.split(/;[ ]*\n|;$/)) if (statement.trim() !== '') await sql.raw(statement).execute(db);
}

/** Marks the end of a statement in a dump: triggers hold semicolons. */
const END = ' --;\n';
/** The time of creating a step, which differs each time. */
const MADE_AT = /'\d{4}-\d\d-\d\dT[\d:.]+Z'/g;

/** Statements of a dump, in order. */
export function statementsOf(dump: string): string[] {
  return dump.split(END).filter((text) => text.trim() !== '');
}

/** Dumps a SQLite database as statements; the result is deterministic. */
export async function dumpSqlite(db: Kysely<Schema>): Promise<string> {
  const { rows: parts } = await sql<{ type: string; name: string; sql: string | null }>`
    select type, name, sql from sqlite_master where name not like 'sqlite_%' order by rowid`.execute(db);
  const tables = parts.filter(({ type }) => type === 'table');
  const rows: string[] = [];
  for (const { name } of tables) {
    const { rows: found } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    for (const row of found)
      rows.push(`insert into "${name}" (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')})`);
  }
  const others = parts.filter(({ type }) => type !== 'table');
  const made = [tables, others].map((list) => list.map((part) => (part.sql ?? '').replaceAll(/\s+/g, ' ')));
  return [...(made[0] ?? []), ...rows, ...(made[1] ?? [])].join(END).replaceAll(MADE_AT, "'2030-01-01T00:00:00.000Z'") + END;
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new Error('The journal holds text and numbers only');
}

/** Removes parts of `pg_dump`'s output that only its own client or version understands. */
export function withoutExtras(dump: string): string {
  return dump
    .split('\n')
    .filter((line) => !/^(--|\\|SET |SELECT pg_catalog\.set_config)/.test(line) && line.trim() !== '')
    .join('\n')
    .replaceAll(/'\d{4}-\d\d-\d\dT[\d:.]+Z'/g, "'2030-01-01T00:00:00.000Z'");
}
