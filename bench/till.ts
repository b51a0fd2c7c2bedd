import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

/** Training cards that lie in one sequence, inactive at first. */
const CARDS = { first: '000101', last: '000600' };
export const PRODUCT_CLASS = 'ETX_001';
export const CREDENTIALS = { 'X-Client-Id': 'practice-shop-1', 'X-Client-Secret': 'practice-shop-1-secret' };
export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A till of a shop with a manager signed in, as a program uses it. */
export interface Till {
  check(ref: string): Promise<void>;
  /** Redeems one cent and returns the tender's id and state. */
  put(ref: string): Promise<{ readonly id: string; readonly state: string }>;
  stateOf(tenderId: string): Promise<string>;
}

/** Sets a new server up and signs its manager in. */
export async function openTill(origin: string): Promise<Till> {
  const pool = new Pool(origin);
  const own = { ...JSON_TYPE, 'X-Tillside': '1', Origin: origin };
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body: unknown, cookie = '') => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await pool.request({ method, path, headers: { ...own, cookie }, ...sent });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode} ${text}`);
    return { headers: answer.headers, text };
  };
  const setup = await send('POST', '/api/setup', {
    code: 'bench-the-shop',
    device: { name: 'Bench' },
    manager: { name: 'Mia', pin: '739146' },
  });
  const cookie = [setup.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const stateIn = (text: string) => /"state":"(\w+)"/.exec(text)?.[1] ?? '';
  return {
    check: async (ref) => void (await send('POST', '/api/vouchers/check', { code: ref }, cookie)),
    async put(ref) {
      const id = randomUUID();
      const { text } = await send('PUT', `/api/tenders/${id}`, { code: ref, amount: 1, currency: 'SGD' }, cookie);
      return { id, state: stateIn(text) };
    },
    stateOf: async (id) => stateIn((await send('GET', `/api/tenders/${id}`, undefined, cookie)).text),
  };
}

/** Activates the cards at the issuer and returns their refs. */
export async function activeCards(service: string): Promise<string[]> {
  const pool = new Pool(service);
  const headers = { ...JSON_TYPE, ...CREDENTIALS };
  const range = { product_class: PRODUCT_CLASS, start_sequence_voucher_ref: CARDS.first, end_sequence_voucher_ref: CARDS.last };
  const activated = await pool.request({
    method: 'POST',
    path: '/merchant/v1/vouchers/actions/activate',
    headers,
    body: JSON.stringify(range),
  });
  await activated.body.dump();
  const ledger = await pool.request({ method: 'GET', path: '/sandbox/ledger' });
  const { vouchers } = (await ledger.body.json()) as { vouchers: { ref: string; sequence: string | null }[] };
  await pool.close();
  return vouchers.filter(({ sequence }) => sequence !== null && sequence >= CARDS.first && sequence <= CARDS.last).map(({ ref }) => ref);
}
