import { describe, inject } from 'vitest';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { systemClock, systemRandom } from '../../bff/platform/base/ports.ts';
import { openStore, type Store } from '../../bff/platform/storage/open-store.ts';
import { scoped } from '../repository/scoped.ts';

/** An empty database with the tables of this version, as a server opens it. */
export interface TestStore extends Store {
  /** Opens it again like another server; null if the store allows only one. */
  readonly another: (() => Promise<Store>) | null;
  /** Address of a PostgreSQL database. */
  readonly url: string | null;
}

/** One of the two databases that a server may have. */
export interface StoreKind {
  readonly name: 'SQLite' | 'PostgreSQL';
  open(): Promise<TestStore>;
}

const underScope = ({ db, reads }: Store) => ({ db: db.withPlugin(scoped), reads: reads.withPlugin(scoped) });
const shared = { clock: systemClock, random: systemRandom, log: createLogger('silent'), check: () => {} };

export const SQLITE: StoreKind = {
  name: 'SQLite',
  async open() {
    const store = await openStore({ ...shared, config: { dataDir: ':memory:', databaseUrl: null } });
    return { ...store, ...underScope(store), another: null, url: null };
  },
};

export const POSTGRES: StoreKind = {
  name: 'PostgreSQL',
  async open() {
    const url = await newDatabase();
    const open = () => openStore({ ...shared, config: { dataDir: ':memory:', databaseUrl: url } });
    const store = await open();
    return {
      ...store,
      ...underScope(store),
      another: open,
      url,
      async close() {
        await store.close();
        await removeDatabase(url);
      },
    };
  },
};

/**
 * Runs one suite on each store. Without PostgreSQL, its part is skipped with a reason, and fails in
 * CI. `npm run check` omits it.
 */
export function onStores(kinds: readonly StoreKind[], suite: (kind: StoreKind) => void): void {
  for (const kind of kinds) {
    const missing = kind === POSTGRES ? whySkipped() : null;
    describe.skipIf(missing !== null)(`on ${kind.name}${missing === null ? '' : `, skipped: ${missing}`}`, () => {
      suite(kind);
    });
  }
}

/**
 * The address of a new PostgreSQL database for this test, with the tables of this version or empty.
 * @throws Error without PostgreSQL
 */
export async function newDatabase(kind: 'ready' | 'empty' = 'ready'): Promise<string> {
  return ask('POST', `/${kind}`);
}

export async function removeDatabase(url: string): Promise<void> {
  await ask('DELETE', '/', url);
}

function whySkipped(): string | null {
  const postgres = inject('postgres');
  if ('leftOut' in postgres) return postgres.leftOut;
  return 'missing' in postgres && process.env['CI'] !== 'true' ? postgres.missing : null;
}

async function ask(method: 'POST' | 'DELETE', path: string, body?: string): Promise<string> {
  const postgres = inject('postgres');
  if (!('databases' in postgres)) throw new Error('missing' in postgres ? postgres.missing : postgres.leftOut);
  const answer = await fetch(`${postgres.databases}${path}`, { method, ...(body !== undefined && { body }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
