import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { openPostgres } from '../../bff/platform/store/postgres.ts';
import { openSqlite } from '../../bff/platform/store/sqlite.ts';
import { findPostgres } from '../databases/find-postgres.ts';
import { CANARY_PASSWORD, startPostgres } from '../databases/postgres.ts';
import { type Canary, canary } from './canaries.ts';
import { checkJournal, checkPages } from './journal-check.ts';
import { bytesOf } from './leaks.ts';

/**
 * The environments for attacks: a shop with the embedded database, with PostgreSQL, over TLS, in
 * training mode, and before set-up.
 */
export const WORLDS = ['shop', 'postgres', 'tls', 'practice', 'new'] as const;
export type WorldName = (typeof WORLDS)[number];

/** The differences of one world. */
export interface AttackWorld {
  readonly name: WorldName;
  /** Settings of its server. */
  readonly env: Readonly<Record<string, string>>;
  /** Its additional secrets. */
  readonly canaries: readonly Canary[];
  /** Of the stopped server: the faults of its journal, and all of its bytes. */
  checkJournal(): Promise<string[]>;
  journalText(): Promise<string>;
  close(): Promise<void>;
}

const run = promisify(execFile);
/** A dump of a journal after minutes of odd requests. */
const DUMP_BYTES_MAX = 1024 ** 3;
/**
 * In training mode, the ledger of the embedded voucher service is next to the journal, with every
 * ref.
 */
const isOfJournal = (path: string) => !/sandbox/.test(path);

/** @param dataDir of the server @throws Error if the machine lacks a requirement */
export async function openWorld(name: WorldName, dataDir: string): Promise<AttackWorld> {
  const embedded = {
    name,
    env: {},
    canaries: [],
    async checkJournal() {
      const db = openSqlite(dataDir);
      return [...(await checkPages(db)), ...(await checkJournal(db))];
    },
    journalText: () => bytesOf(dataDir, isOfJournal),
    close: () => Promise.resolve(),
  };
  if (name === 'postgres') return openPostgresWorld(dataDir);
  if (name === 'tls') return { ...embedded, env: await makeCertificate(dataDir) };
  return embedded;
}

async function openPostgresWorld(dataDir: string): Promise<AttackWorld> {
  const found = findPostgres();
  if ('missing' in found) throw new Error(found.missing);
  const cluster = await startPostgres(found.programs);
  const url = await cluster.createDatabase();
  return {
    name: 'postgres',
    env: { DATABASE_URL: url },
    canaries: [canary('the password of the database', CANARY_PASSWORD)],
    checkJournal: async () => checkJournal(await openPostgres({ url, log: createLogger('silent') })),
    async journalText() {
      const { stdout } = await run(join(found.programs, 'pg_dump'), ['--inserts', '-d', url], { maxBuffer: DUMP_BYTES_MAX });
      return `${stdout}\n${await bytesOf(dataDir)}`;
    },
    close: () => cluster.stop(),
  };
}

/** Creates a self-signed certificate for this machine. */
async function makeCertificate(folder: string): Promise<Record<string, string>> {
  const certFile = join(folder, 'tls.crt');
  const keyFile = join(folder, 'tls.key');
  const wanted = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'];
  await run('openssl', ['req', '-x509', ...wanted, '-keyout', keyFile, '-out', certFile]);
  return { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
}
