import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newDatabase, onStores, POSTGRES, removeDatabase } from '../../../testing/databases/stores.ts';
import { changeTextOf, notifyStatement } from '../../redemption/operation/statements.ts';
import { createLogger } from '../base/logging.ts';
import { systemClock, systemRandom } from '../base/ports.ts';
import { registerServer } from './live-servers.ts';
import { openPostgres } from './postgres.ts';
import type { Schema } from './schema.ts';
import type { Servers } from './servers.ts';

onStores([POSTGRES], () => {
  let url: string;
  let db: Kysely<Schema>;
  let logged: string[] = [];
  const joined: Servers[] = [];
  beforeEach(async () => {
    url = await newDatabase();
    logged = [];
    db = await openPostgres({ url, log });
  });
  afterEach(async () => {
    for (const servers of joined.splice(0)) await servers.close();
    await db.destroy();
    await removeDatabase(url);
  });

  const log = createLogger('debug', { write: (line) => logged.push(line) });
  const join = async (below = systemRandom.below): Promise<Servers> => {
    const servers = await registerServer({ url, db, clock: systemClock, random: { ...systemRandom, below }, log });
    joined.push(servers);
    return servers;
  };
  /**
   * Registers a server in another database. The returned function deletes that database, although
   * the server still uses it.
   */
  const joinElsewhere = async (): Promise<[Servers, () => Promise<void>]> => {
    const elsewhere = await newDatabase();
    const otherDb = await openPostgres({ url: elsewhere, log });
    const servers = await registerServer({
      url: elsewhere,
      db: otherDb,
      clock: systemClock,
      random: systemRandom,
      log,
    });
    joined.push(servers);
    return [servers, () => otherDb.destroy().then(() => removeDatabase(elsewhere))];
  };
  /** Cuts the connections that prove that servers are alive. The servers then reconnect. */
  const cutLines = () =>
    sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  const heardBy = (servers: Servers): string[] => {
    const heard: string[] = [];
    servers.onForeignChange(({ kind, id }) => heard.push(`${kind} ${id}`));
    return heard;
  };
  const change = (by: Servers, id: string) =>
    db.transaction().execute((tx) => sql`select ${notifyStatement(changeTextOf(by.id, 'tender', id))}`.execute(tx));

  it('a server is alive from joining until leaving', async () => {
    const first = await join();
    const second = await join();
    expect(await first.alive()).toEqual(new Set([first.id, second.id]));
    await second.close();
    expect(await first.alive()).toEqual(new Set([first.id]));
  });

  it('servers of another database are not seen', async () => {
    const first = await join();
    const [other, leave] = await joinElsewhere();
    expect(await first.alive()).toEqual(new Set([first.id]));
    expect(await other.alive()).toEqual(new Set([other.id]));
    await leave();
  });

  it('no two living servers have the same id', async () => {
    const numbers = [41, 41, 41, 77];
    const always = () => numbers.shift() ?? 0;
    expect([(await join(always)).id, (await join(always)).id]).toEqual([42, 78]);
  });

  it('a server receives the changes of others once they are committed, but not its own', async () => {
    const first = await join();
    const second = await join();
    const atFirst = heardBy(first);
    const atSecond = heardBy(second);
    const undone = db.transaction().execute(async (tx) => {
      await sql`select ${notifyStatement(changeTextOf(first.id, 'tender', 'undone'))}`.execute(tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await change(first, 'a');
    await change(second, 'b');
    await expect.poll(() => [...atFirst, ...atSecond].sort()).toEqual(['tender a', 'tender b']);
    expect([atFirst, atSecond]).toEqual([['tender b'], ['tender a']]);
  });

  it('a stopped listener receives no further events', async () => {
    const first = await join();
    const second = await join();
    const late = heardBy(first);
    const stopped: string[] = [];
    first.onForeignChange(({ id }) => stopped.push(id))();
    await change(second, 'a');
    await expect.poll(() => late).toEqual(['tender a']);
    expect(stopped).toEqual([]);
  });

  it('a server whose connection was cut soon rejoins under the same id, and receives events again', async () => {
    const first = await join();
    const second = await join();
    const heard = heardBy(first);
    await cutLines();
    await expect.poll(() => logged.filter((line) => line.includes('was lost'))).toHaveLength(2);
    await expect.poll(async () => (await second.alive()).has(first.id), { timeout: 5_000 }).toBe(true);
    await change(second, 'after');
    await expect.poll(() => heard).toEqual(['tender after']);
  });

  it('leaving during a reconnect ends the reconnect', async () => {
    const [servers, leave] = await joinElsewhere();
    await leave();
    await expect.poll(() => logged.join('')).toContain('retrying');
    await servers.close();
  });
});
