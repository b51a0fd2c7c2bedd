import { systemClock } from '../../bff/platform/base/ports.ts';
import { retryWhileLocked } from '../../bff/platform/store/retry-while-locked.ts';
import { applyChange } from '../../features/chain/bff/apply.ts';
import { readChain } from '../../features/chain/bff/chain-file.ts';
import { isRemoval, planChain } from '../../features/chain/bff/plan.ts';
import { makeSheet } from '../../features/chain/bff/sheet.ts';
import { readStoredChain } from '../../features/chain/bff/stored-chain.ts';
import { untilOpen, withJournal } from '../rigs/chain.ts';
import { textAt } from '../rigs/people.ts';
import { type AttackedShop, openAttackedShop, type Right, type SignedInPerson, setUp, signInAt } from './shop.ts';
import { cardsOfShop, makeThings, type Things } from './things.ts';
import type { Upstream } from './upstream.ts';

/** One of several shops of a server, with its people and their operations. */
export interface ChainShop {
  readonly name: string;
  readonly number: number;
  readonly account: number;
  readonly mid: string;
  /** Part of every name that is given in this shop. */
  readonly mark: string;
  readonly shop: AttackedShop;
  readonly things: Things;
  /** Works in the first shop, too. */
  readonly bossId: string | null;
}

export interface ChainOptions {
  readonly origin: string;
  /** Settings of the server. */
  readonly env: Readonly<Record<string, string>>;
  readonly upstream: Upstream;
  readonly count: number;
}

/** Merchants, which have the shops in turn. */
export const ACCOUNTS = 2;
export const BOSS_PIN = '815203';
const TERMS = { timeZone: 'Asia/Singapore', currency: 'SGD', productClass: 'ETX_001' };

/** Adds shops to a new server, opens all of them, and makes one operation of each kind in each. */
export async function openChain(options: ChainOptions): Promise<ChainShop[]> {
  const { origin, upstream, count } = options;
  const numbers = Array.from({ length: count }, (_, index) => index);
  const first = await openAttackedShop(origin, setUp, markOf(0));
  const bosses = new Map<number, Pick<SignedInPerson, 'id' | 'name'>>();
  for (const number of numbers.slice(1)) {
    const name = bossOf(number);
    const added = await first.send(first.manager, 'POST', '/api/people', { name, role: 'cashier', pin: BOSS_PIN });
    if (added.status !== 201) throw new Error(`${name} could not be added: ${added.text}`);
    bosses.set(number, { name, id: textAt(JSON.parse(added.text), 'id') });
  }
  const codes = await addShops(options, numbers.slice(1));
  const chain: ChainShop[] = [];
  for (const number of numbers) {
    const boss = bosses.get(number);
    const shop = boss ? await openAttackedShop(origin, entering(codes.get(number) ?? '', boss, markOf(number)), markOf(number)) : first;
    const mid = upstream.shops[number]?.mid ?? '';
    const things = await makeThings(shop, upstream, cardsOfShop(number));
    chain.push({
      name: `shop ${number}`,
      number,
      account: number % ACCOUNTS,
      mid,
      mark: markOf(number),
      shop,
      things,
      bossId: boss?.id ?? null,
    });
  }
  return chain;
}

/** No mark is part of another one. */
const markOf = (number: number) => ` mk${number}x`;
/** Without a mark, because the first shop knows the name. */
const bossOf = (number: number) => `Boss ${number}`;
/** The name of a shop in the file. */
export const slugOfShop = (number: number) => (number === 0 ? 'main' : `s${number}`);

/** Enters a new shop with the code of its sheet, once it is open. */
function entering(
  code: string,
  { id, name }: Pick<SignedInPerson, 'id' | 'name'>,
  mark: string,
): (right: Right) => Promise<SignedInPerson> {
  return async (right) => {
    const enrolled = await right({ cookie: '' }, 'POST', '/api/devices', { code, name: `Office${mark}` });
    const who = { id, pin: BOSS_PIN, cookie: enrolled.cookie };
    const { cookie } = await untilOpen(() => signInAt(right, who));
    return { name, role: 'manager', pin: BOSS_PIN, id, deviceId: textAt(enrolled.body, 'id'), cookie };
  };
}

/** Adds the shops next to the running server. @returns a code for a device of each */
async function addShops(options: ChainOptions, numbers: readonly number[]): Promise<Map<number, string>> {
  await applyFile(options);
  return withJournal(options.env, async (deps) => {
    const codes = new Map<number, string>();
    for (const number of numbers) {
      const [line = ''] = await retryWhileLocked(systemClock, () => makeSheet(slugOfShop(number), 1, deps));
      codes.set(number, line.split(' ', 1)[0] ?? '');
    }
    return codes;
  });
}

/** What a chain file may change later. */
interface FileChanges {
  readonly suspended?: readonly number[];
  readonly settings?: object;
}

/** Changes the chain next to the running server, as the command does. */
export async function applyFile({ env, upstream, count }: ChainOptions, changes: FileChanges = {}): Promise<void> {
  await withJournal(env, async (deps) => {
    const stored = await readStoredChain(deps.db, deps.keys);
    const secretOf = (file: string) =>
      file === 'client' ? upstream.client.clientSecret : (upstream.shops[Number(file)]?.clientSecret ?? '');
    const numbers = Array.from({ length: count - 1 }, (_, index) => index + 1);
    const chain = readChain(JSON.stringify(fileOf(upstream, numbers, changes)));
    const planned = planChain(chain, { stored, terms: TERMS, clientId: env['MERCHANT_CLIENT_ID'] ?? null, secretOf });
    for (const change of planned.filter((one) => !isRemoval(one))) await retryWhileLocked(systemClock, () => applyChange(change, deps));
  });
}

/** The chain file. JSON is YAML, too. */
function fileOf({ origin, shops, client }: Upstream, numbers: readonly number[], { suspended = [], settings }: FileChanges): object {
  const secondClient = { baseUrl: `${origin}/client`, tokenUrl: `${origin}/oauth/token`, clientId: client.clientId, secretFile: 'client' };
  const shopOf = (number: number) => ({
    name: `Shop${markOf(number)}`,
    ...(number % ACCOUNTS === 1 && { account: 'east' }),
    mid: shops[number]?.mid,
    clientId: shops[number]?.clientId,
    secretFile: String(number),
    staff: { [bossOf(number)]: 'manager' },
    ...(suspended.includes(number) && { suspended: true }),
  });
  return {
    name: `Shop${markOf(0)}`,
    accounts: { east: { merchantBaseUrl: `${origin}/merchant`, client: secondClient } },
    ...(settings !== undefined && { settings }),
    shops: Object.fromEntries(numbers.map((number) => [slugOfShop(number), shopOf(number)])),
  };
}
