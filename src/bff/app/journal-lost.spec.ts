import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../../testing/clock.ts';
import { createModelIssuer, type ModelIssuer } from '../../testing/issuer/model-issuer.ts';
import { setUpShop } from '../../testing/rigs/people.ts';
import { createTestServer } from '../../testing/test-server.ts';
import { createLogger } from '../platform/base/logging.ts';
import { systemRandom } from '../platform/base/ports.ts';
import { readConfig } from '../platform/config/config.ts';
import { openStore } from '../platform/storage/open-store.ts';
import { openSqlite } from '../platform/store/sqlite.ts';

const REFS = Array.from({ length: 30 }, (_, index) => String(1_000_000_000 + index));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-lost-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const journal = () => join(folder, 'tillside.sqlite');
/** A server with a journal on the disk, and who redeems there. */
async function openUnderLoad() {
  const log = createLogger('silent');
  const store = await openStore({
    config: readConfig({ DATA_DIR: folder }),
    clock: createManualClock(),
    random: systemRandom,
    log,
    check: () => undefined,
  });
  let issuer: ModelIssuer | undefined;
  const server = await createTestServer({ store, issuer: (clock) => (issuer = createModelIssuer({ clock })) });
  for (const ref of REFS) issuer?.add(ref, { amount: 5_000, currency: 'SGD' });
  const { browser } = await setUpShop(server);
  const redeem = async (code: string) => {
    const id = randomUUID();
    const { status } = await browser.send('PUT', `/api/tenders/${id}`, { code, amount: 1_000, currency: 'SGD' });
    return { id, status };
  };
  return { server, browser, redeem };
}

/** Ids of the redemptions that a start from this folder finds. */
async function knownAfterStart(directory: string): Promise<Set<string>> {
  const db = openSqlite(directory);
  const rows = await db.selectFrom('tender').select('id').execute();
  await db.destroy();
  return new Set(rows.map(({ id }) => id));
}

const STRIKES = [
  ['is deleted', () => rmSync(journal())],
  ['loses its log', () => rmSync(`${journal()}-wal`)],
  ['has its log emptied', () => truncateSync(`${journal()}-wal`, 0)],
  ['has its log cut', () => truncateSync(`${journal()}-wal`, statSync(`${journal()}-wal`).size >> 1)],
  [
    'is replaced by a copy',
    () => {
      copyFileSync(journal(), `${journal()}.copy`);
      renameSync(`${journal()}.copy`, journal());
    },
  ],
] as const;

it.each(STRIKES)(
  'a server whose journal %s under load confirms nothing that is missing from its rescued copy',
  async (_, strike) => {
    const { server, browser, redeem } = await openUnderLoad();
    const first = await Promise.all(REFS.slice(0, 10).map(redeem));
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 201));
    const under = REFS.slice(10, 25).map(redeem);
    strike();
    const answers = [...first, ...(await Promise.all(under))];
    expect((await redeem(REFS[25] ?? '')).status).toBe(503);
    expect((await browser.send('GET', `/api/tenders/${first[0]?.id}`)).status).toBe(503);
    const rescued = () => readdirSync(folder).filter((name) => name.startsWith('rescued-'));
    await expect.poll(rescued).toHaveLength(1);
    const restored = mkdtempSync(join(tmpdir(), 'tillside-restored-'));
    copyFileSync(join(folder, rescued()[0] ?? ''), join(restored, 'tillside.sqlite'));
    const known = await knownAfterStart(restored);
    rmSync(restored, { recursive: true, force: true });
    const confirmed = answers.filter(({ status }) => status === 201 || status === 200);
    expect(confirmed.length).toBeGreaterThanOrEqual(10);
    expect(confirmed.filter(({ id }) => !known.has(id))).toEqual([]);
    await server.close();
  },
);

it('a server whose journal becomes read-only under load confirms nothing that is missing after a restart', async () => {
  const { server, redeem } = await openUnderLoad();
  const under = REFS.slice(0, 15).map(redeem);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o400);
  chmodSync(folder, 0o500);
  const answers = [...(await Promise.all(under)), ...(await Promise.all(REFS.slice(15, 30).map(redeem)))];
  await server.close();
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o600);
  const known = await knownAfterStart(folder);
  expect(known.size).toBeGreaterThanOrEqual(15);
  expect(answers.filter(({ id, status }) => status < 300 && !known.has(id))).toEqual([]);
});
