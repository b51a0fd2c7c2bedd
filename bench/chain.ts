import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { at, loadAverage, memoryMb } from './load/figures.ts';
import { CREDENTIALS } from './load/job.ts';
import { measure } from './load/measure.ts';
import { openTills } from './load/open-tills.ts';
import { type Rig, type StoreName, startRig } from './load/rig.ts';

const SHOPS = 100;
const DEVICES = 400;
const TILLS = 64;
const ROWS_A_DAY = 100;
const DAYS = 31;
const REQUESTS = 20;
const SECONDS = 12;
const DAY_MS = 86_400_000;
const today = () => Math.floor(Date.now() / DAY_MS);
const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * Measures what head office requests of 100 shops with 400 devices, each shop with a month of
 * redemptions, and compares each sum with what was added; then rotates all credentials under load.
 */
export async function chain(store: StoreName, profile?: string): Promise<void> {
  const rig = await startRig({ store, profile });
  try {
    const cookies = await openTills(rig, DEVICES, SHOPS);
    const startMs = await rig.restart(async () => {
      await rig.change(FILL);
      await rig.change('update session set office = 1 where created_at = (select min(created_at) from session)');
    });
    await rig.quiet();
    process.stdout.write(`\nChain on ${store}: ${SHOPS} shops, ${DEVICES} devices (load ${loadAverage()})\n`);
    process.stdout.write(`  start ${startMs.toFixed(0)} ms, memory ${memoryMb(rig.server.pid).rss.toFixed(0)} MB\n`);
    await timeOf(rig, cookies[0] ?? '');
    await rotate(rig, cookies.slice(1, TILLS + 1));
  } finally {
    await rig.stop();
  }
}

/** A capture of 1 and more cents every few minutes in each shop, by one statement for both stores. */
const FILL = `
  with recursive n (i) as (select 0 union all select i + 1 from n where i < ${ROWS_A_DAY * DAYS - 1})
  insert into list_row (shop, at, id, day, type, status, mid, currency, amount, tails, claimed, paired)
  select shop.id, ${(today() - DAYS + 1) * DAY_MS} + i * ${DAY_MS / ROWS_A_DAY}, 'filled-' || i,
    ${today() - DAYS + 1} + i / ${ROWS_A_DAY}, 'capture', 'succeeded', coalesce(shop.mid, ''), 'SGD', i + 1, '1234 ', 1, 0
  from shop cross join n`;

async function timeOf({ origin }: Rig, cookie: string): Promise<void> {
  const ask = async (path: string) => {
    const beganMs = performance.now();
    const { statusCode, body } = await request(`${origin}${path}`, { headers: { cookie } });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode} ${text}`);
    return { ms: performance.now() - beganMs, answer: JSON.parse(text) as unknown };
  };
  const paths = {
    'a month of all shops': `/api/chain/overview?from=${dayText(today() - DAYS + 1)}&to=${dayText(today())}`,
    'today of all shops': `/api/chain/overview?from=${dayText(today())}&to=${dayText(today())}`,
    'all devices': '/api/chain/devices',
    'closings of a week': `/api/chain/closings?from=${dayText(today() - 6)}&to=${dayText(today())}`,
    'statement of a month': `/api/chain/statement?from=${dayText(today() - DAYS + 1)}&to=${dayText(today())}`,
    'all exceptions': '/api/chain/exceptions',
  };
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = [];
    for (let count = 0; count < REQUESTS; count += 1) times.push((await ask(path)).ms);
    times.sort((a, b) => a - b);
    process.stdout.write(`  ${name.padEnd(22)} median ${at(times, 0.5).toFixed(0)} ms, slowest ${(times.at(-1) ?? 0).toFixed(0)} ms\n`);
  }
  const shops = (await ask(paths['a month of all shops'])).answer as { sums: { captured: number }[] }[];
  const count = ROWS_A_DAY * DAYS;
  const wrong = shops.filter(({ sums }) => sums[0]?.captured !== (count * (count + 1)) / 2);
  process.stdout.write(`  shops ${shops.length}, with a wrong sum ${wrong.length}\n`);
  if (wrong.length > 0) process.exitCode = 1;
}

/** Gives each shop the same secret under a new name, while the tills work. */
async function rotate(rig: Rig, cookies: readonly string[]): Promise<void> {
  const file = join(rig.dataDir, 'chain.yaml');
  await writeFile(join(rig.dataDir, 'secret'), `${CREDENTIALS['x-client-secret']}-2`);
  const [{ done, wrong }, printed] = await Promise.all([
    measure(rig, { to: 'server', cookies, seconds: SECONDS }),
    setTimeout(SECONDS * 250).then(() => rig.command('shop', 'apply', file)),
  ]);
  const rotated = printed.split('\n').filter((line) => line.startsWith('~ shop')).length;
  const open = done.told.filter(([, state]) => state !== 'captured').length;
  process.stdout.write(
    `  ${rotated} secrets rotated under ${cookies.length} tills: ${done.told.length} redemptions, not captured ${open}, wrong ${wrong}\n`,
  );
  if (open > 0 || wrong > 0 || rotated === 0) process.exitCode = 1;
}
