import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import * as z from 'zod/mini';
import { CREDENTIALS, clientIdOf, midOf } from './job.ts';
import type { Rig } from './rig.ts';

const PIN = '739146';
const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Sets the shop up, enrols the given number of devices and signs a person in on each.
 * @param rig adds this many shops before that, which have the tills in turn
 * @returns one cookie header for each till
 */
export async function openTills(
  { origin, ...rig }: Pick<Rig, 'origin' | 'command' | 'dataDir'>,
  count: number,
  shops = 1,
): Promise<string[]> {
  const pool = new Pool(origin, { connections: 1 });
  const send = async (path: string, body: object | undefined, cookie: string) => {
    const headers = { ...(body && JSON_TYPE), 'x-tillside': '1', origin, cookie };
    const answer = await pool.request({ method: 'POST', path, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode} ${text}`);
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0] ?? '');
    return { text, cookie: cookies.join('; ') };
  };
  const device = (index: number) => ({ name: `Till ${index}` });
  const setup = await send('/api/setup', { code: 'bench-the-shop', device: device(0), manager: { name: 'Mia', pin: PIN } }, '');
  const people: string[] = [];
  /* A person can use only one till at a time. */
  for (let index = 1; index < count; index += 1) {
    const added = await send('/api/people', { name: `Cashier ${index}`, role: 'cashier', pin: PIN }, setup.cookie);
    people.push(z.object({ id: z.string() }).parse(JSON.parse(added.text)).id);
  }
  const codes = await addShops(rig, count, shops);
  const tills = [setup.cookie];
  /* One after the other: parallel attempts count as guesses until they have ended. */
  for (const [position, personId] of people.entries()) {
    const index = position + 1;
    const made = codes[index % shops]?.pop() ?? codeIn((await send('/api/devices/codes', undefined, setup.cookie)).text);
    const enrolled = await send('/api/devices', { code: made, ...device(index) }, '');
    tills.push((await send('/api/session', { personId, pin: PIN }, enrolled.cookie)).cookie);
  }
  await pool.close();
  return tills;
}

const codeIn = (text: string) => z.object({ code: z.string() }).parse(JSON.parse(text)).code;
/** A server opens new shops within this time. */
const OPEN_WITHIN_MS = 20_000;

/** @returns codes for the tills of each shop, none for the first */
async function addShops({ command, dataDir }: Pick<Rig, 'command' | 'dataDir'>, tills: number, shops: number): Promise<string[][]> {
  const codes: string[][] = [[]];
  if (shops === 1) return codes;
  const shopOf = (shop: number) => {
    const cashiers = Array.from({ length: tills }, (_, index) => index).filter((index) => index > 0 && index % shops === shop);
    const staff = ['Mia: manager', ...cashiers.map((index) => `Cashier ${index}: cashier`)].join(', ');
    const pair = `clientId: ${clientIdOf(shop)}, secretFile: secret`;
    return `  s${shop}: { name: Shop ${shop}, mid: "${midOf(shop)}", ${pair}, staff: { ${staff} } }`;
  };
  const numbers = Array.from({ length: shops - 1 }, (_, index) => index + 1);
  const file = join(dataDir, 'chain.yaml');
  await writeFile(join(dataDir, 'secret'), CREDENTIALS['x-client-secret']);
  await writeFile(file, `name: Shop 0\nshops:\n${numbers.map(shopOf).join('\n')}\n`);
  await command('shop', 'apply', file);
  for (const shop of numbers) {
    const printed = await command('shop', 'codes', `s${shop}`, '--count', String(Math.min(100, Math.ceil(tills / shops) + 1)));
    codes.push(
      printed
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0] ?? ''),
    );
  }
  await setTimeout(OPEN_WITHIN_MS);
  return codes;
}
