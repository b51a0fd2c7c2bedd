import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { expect } from 'vitest';
import { publicKeysSchema } from '../../contract/platform/public-keys.ts';
import type { PayLink } from '../../features/registers/contract/register.ts';
import type { StoreKind } from '../databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../issuer/model-issuer.ts';
import { createTestServer, type ReadAnswer, type TestBrowser } from '../test-server.ts';
import { setUpShop, signedIn, textAt } from './people.ts';

export const ORIGIN = 'https://register.example';
export const LINK: PayLink = { amount: 2340, currency: 'SGD', reference: 'R-1029', returnUrl: `${ORIGIN}/back?till=1`, state: 'a b&c' };
/** Vouchers of SGD 10.00 and SGD 50.00. */
export const FIRST = '1234567890';
export const SECOND = '2234567890';

/** A shop with a listed register, a manager, and Ana at a separate till. */
export async function createPayLinkRig(kind: StoreKind) {
  const store = await kind.open();
  let issuer: ModelIssuer | null = null;
  const server = await createTestServer({
    store,
    env: { SESSION_IDLE_MS: '3600000' },
    issuer(clock) {
      issuer = createModelIssuer({ clock });
      issuer.add(FIRST, { amount: 1000, currency: 'SGD' });
      issuer.add(SECOND, { amount: 5000, currency: 'SGD' });
      return issuer;
    },
  });
  const office = (await setUpShop(server)).browser;
  const ana = await signedIn(server, office, { name: 'Ana', role: 'cashier', pin: '730264' });
  const added = await office.send('POST', '/api/registers', { origin: `${ORIGIN}/`, name: 'Front register' });

  const open = (link: PayLink = LINK, id: string = randomUUID(), who: TestBrowser = ana) => who.send('PUT', `/api/pay-links/${id}`, link);

  /** Redeems for a sale. @returns the answer, with the id */
  async function ask(saleId: string, amount: number, code: string = FIRST, who: TestBrowser = ana): Promise<ReadAnswer & { id: string }> {
    const id = randomUUID();
    const tender = { code, amount, currency: 'SGD', saleId, receiptNo: LINK.reference, entry: 'camera' };
    return { ...(await who.send('PUT', `/api/tenders/${id}`, tender)), id };
  }

  return {
    store,
    server,
    office,
    ana,
    open,
    ask,
    registerId: textAt(added.body, 'id'),
    issuer: (): ModelIssuer => {
      if (issuer === null) throw new Error('The server has not been made');
      return issuer;
    },
    async opened(link: PayLink = LINK): Promise<string> {
      const { status, body } = await open(link);
      expect(status).toBe(201);
      return textAt(body, 'id');
    },
    async take(...asked: Parameters<typeof ask>) {
      const { id, body } = await ask(...asked);
      return { id, ...(body as { state: string }) };
    },
    /** The return address, with its signature verified. */
    async back(saleId: string, held: readonly string[] = [], who: TestBrowser = ana): Promise<Record<string, string>> {
      const { status, body } = await who.send('POST', `/api/pay-links/${saleId}/return`, { awaiting: held });
      expect(status).toBe(200);
      const url = new URL(textAt(body, 'url'));
      expect(`${url.origin}${url.pathname}`).toBe(`${ORIGIN}/back`);
      const { sig = '', ...said } = Object.fromEntries(url.searchParams);
      const { keys } = publicKeysSchema.parse((await server.browser().send('GET', '/.well-known/tillside.json')).body);
      const key = createPublicKey({ key: { ...keys[0] }, format: 'jwk' });
      const text = new URLSearchParams(Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1))).toString();
      const holds = (one: string) => verify(null, Buffer.from(one), key, Buffer.from(sig, 'base64url'));
      expect(['amount=', 'asked=', 'at='].map((name) => holds(text.replace(name, `${name}9`)))).toEqual([false, false, false]);
      expect(holds(text)).toBe(true);
      return said;
    },
  };
}

export type PayLinkRig = Awaited<ReturnType<typeof createPayLinkRig>>;
