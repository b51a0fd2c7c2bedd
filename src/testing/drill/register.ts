import { createHmac, createPublicKey, randomUUID, verify } from 'node:crypto';
import * as z from 'zod';
import { publicKeysSchema } from '../../contract/platform/public-keys.ts';
import { linkOutcomeSchema } from '../../contract/redemption/return-address.ts';
import { type PayLink, signedLink } from '../../features/registers/contract/register.ts';
import type { CrashTill } from '../crash/till.ts';
import { DRILL_CURRENCY } from './wishes.ts';

const ORIGIN = 'https://register.example';
const madeSchema = z.object({ id: z.string() });
const secretSchema = z.object({ secret: z.string() });
const urlSchema = z.object({ url: z.url() });
const saidSchema = z.object({
  status: linkOutcomeSchema,
  amount: z.coerce.number(),
  asked: z.string(),
  currency: z.string(),
  reference: z.string(),
  state: z.string(),
  sale: z.string(),
  till_shop: z.string(),
});

/** An answer to a register about a sale, with a valid signature. `amount`: certainly redeemed. */
export interface Said {
  readonly outcome: z.infer<typeof linkOutcomeSchema>;
  readonly amount: number;
  readonly saleId: string;
}

/** A cash register that signs its links and believes what is signed about them. */
export interface DrillRegister {
  newLink(amount: number): PayLink;
  /**
   * Parses a return address. @returns null for none, a text for one that a register must not accept
   */
  read(link: PayLink, body: unknown): Said | null | string;
}

/** A manager lists it and has it sign its links. @param slug the shop's name in signed answers */
export async function listRegister(till: () => CrashTill, slug: string): Promise<DrillRegister> {
  const made = await till().send('POST', '/api/registers', { origin: ORIGIN, name: 'Front register' });
  const signing = await till().send('POST', `/api/registers/${madeSchema.parse(made?.body).id}/secret`);
  if (signing?.status !== 200 && signing?.status !== 201) throw new Error(`a register could not be listed: ${JSON.stringify(signing)}`);
  const { secret } = secretSchema.parse(signing.body);
  let number = 1000;

  /*
   * Stored permanently, as a register may: signatures with another key after a failure are
   * rejected.
   */
  const { keys } = publicKeysSchema.parse((await till().send('GET', '/.well-known/tillside.json'))?.body);
  const key = createPublicKey({ key: { ...keys[0] }, format: 'jwk' });

  function isSigned(query: URLSearchParams): boolean {
    const said = new URLSearchParams([...query].filter(([name]) => name !== 'sig'));
    said.sort();
    return verify(null, Buffer.from(said.toString()), key, Buffer.from(query.get('sig') ?? '', 'base64url'));
  }

  return {
    newLink(amount) {
      number += 1;
      const link = { amount, currency: DRILL_CURRENCY, reference: `R-${number}`, returnUrl: `${ORIGIN}/back`, state: randomUUID() };
      return { ...link, sig: createHmac('sha256', secret).update(signedLink(link)).digest('base64url') };
    },
    read(link, body) {
      const answer = urlSchema.safeParse(body);
      if (!answer.success) return null;
      const query = new URL(answer.data.url).searchParams;
      const { status, amount, asked, currency, reference, state, sale, till_shop } = saidSchema.parse(Object.fromEntries(query));
      if (!isSigned(query)) return 'its signature does not hold';
      if (till_shop !== slug) return 'it is of a till of another shop';
      const isAsked = asked === String(link.amount) && currency === link.currency && reference === link.reference && state === link.state;
      return isAsked ? { outcome: status, amount, saleId: sale } : 'it is about something else';
    },
  };
}
