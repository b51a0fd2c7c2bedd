import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { sessionSchema } from '../../contract/access/people.ts';
import type { VoucherService } from '../crash/service.ts';
import { CRASH_MANAGER, type CrashTill, enrolTill, joinShop, setUpCrashShop, signIn, tillAt } from '../crash/till.ts';
import { untilOpen } from '../rigs/chain.ts';
import type { ChainServers } from './chain-servers.ts';
import { FIRST_SLUG, LINK_TILLS, TILLS, type TillNumber } from './shop.ts';
import type { Rig } from './stages.ts';

export const CHAIN_SHOPS = 7;
/** Merchants, which have the shops in turn. */
export const CHAIN_ACCOUNTS = 2;

/** The devices of a shop with their pages. */
export interface Counter {
  /** The shop's number at the service. */
  readonly number: number;
  readonly mid: string;
  /** The id that the server gave the shop when the pages were loaded. */
  readonly id: string;
  readonly cookies: readonly string[];
}

export interface ChainShops {
  /** The first shop, before there are others. */
  setUp(): Promise<Counter>;
  /** `npm run shop -- apply` with the first `count` shops. */
  apply(count: number): Promise<void>;
  /** New devices of a shop of the file. */
  enrol(number: number): Promise<Counter>;
  /** The same devices, after everybody was signed out. */
  signInAgain(counter: Counter): Promise<Counter>;
  /** A page of a device, which was loaded in that shop. */
  till(counter: Counter, number: TillNumber): CrashTill;
}

const shopSchema = z.object({ id: z.string() });

export function openChainShops(servers: ChainServers, { tool }: Pick<Rig, 'tool'>, service: VoucherService): ChainShops {
  const { env, origin } = servers;
  const file = join(env['DATA_DIR'] ?? '', 'chain.yaml');

  async function counterOf(number: number, cookies: readonly string[]): Promise<Counter> {
    const [cookie = ''] = cookies;
    /* Each server opens an added shop by itself. */
    for (const one of servers.origins())
      await untilOpen(async () => sessionSchema.parse((await tillAt(one, cookie).send('GET', '/api/session'))?.body));
    const { id } = await untilOpen(async () => shopSchema.parse((await tillAt(origin(), cookie).send('GET', '/api/shop'))?.body));
    return { number, mid: service.shops[number]?.mid ?? '', id, cookies };
  }

  return {
    async setUp() {
      const first = await setUpCrashShop(origin());
      const cookies = [first];
      for (const number of LINK_TILLS) cookies.push(await joinShop(tillAt(origin(), first), `Till ${number + 1}`));
      return counterOf(0, cookies);
    },
    async apply(count) {
      for (const { clientId, clientSecret } of service.shops) await writeFile(join(env['DATA_DIR'] ?? '', clientId), clientSecret);
      await writeFile(join(env['DATA_DIR'] ?? '', 'client'), service.issuingEnv['CLIENT_SECRET'] ?? '');
      await writeFile(file, JSON.stringify(fileOf(service, count)));
      await tool(env, 'shop', 'apply', file);
    },
    async enrol(number) {
      const printed = await tool(env, 'shop', 'codes', slugOf(number), '--count', String(TILLS.length));
      const codes = printed.trim().split('\n');
      const cookies: string[] = [];
      for (const [index, line] of codes.entries()) {
        const enrolled = await untilOpen(() => enrolTill(origin(), line.split(' ', 1)[0] ?? '', `Till ${index + 1}`));
        cookies.push(await untilOpen(() => signIn(origin(), enrolled)));
      }
      return counterOf(number, cookies);
    },
    async signInAgain({ number, cookies }) {
      const fresh: string[] = [];
      for (const cookie of cookies) fresh.push(await untilOpen(() => signIn(origin(), cookie)));
      return counterOf(number, fresh);
    },
    till: ({ cookies, id }, number) => tillAt(origin(), cookies[number] ?? '', id),
  };
}

/** The name of a shop in the file. */
export const slugOf = (number: number) => (number === 0 ? FIRST_SLUG : `s${number}`);

/** The chain file. JSON is YAML, too. */
function fileOf({ shops, env, issuingEnv }: VoucherService, count: number): object {
  const { CLIENT_BASE_URL: baseUrl, CLIENT_TOKEN_URL: tokenUrl, CLIENT_ID: clientId } = issuingEnv;
  const client = { baseUrl, tokenUrl, clientId, secretFile: 'client' };
  const added = shops.slice(1, count).map(({ mid, clientId: ofShop }, index) => {
    const number = index + 1;
    const account = number % CHAIN_ACCOUNTS === 0 ? {} : { account: 'east' };
    const shop = {
      name: `Shop ${number}`,
      ...account,
      mid,
      clientId: ofShop,
      secretFile: ofShop,
      staff: { [CRASH_MANAGER.name]: 'manager' },
    };
    return [slugOf(number), shop] as const;
  });
  return {
    name: 'Shop 0',
    accounts: { east: { merchantBaseUrl: env['MERCHANT_BASE_URL'], client } },
    shops: Object.fromEntries(added),
  };
}
