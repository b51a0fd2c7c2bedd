import type { Kysely } from 'kysely';
import { LIMITS } from '../../contract/limits.ts';
import { type LinkOutcome, type PayLink, type PayLinkView, returnOriginOf } from '../../contract/register.ts';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../base/ports.ts';
import type { Caller } from '../http/caller.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import { idUsed } from '../operation/problems.ts';
import { exclusively } from '../store/exclusively.ts';
import type { Schema } from '../store/schema.ts';
import { wrongCurrency } from '../tender/problems.ts';
import { tenderView } from '../tender/view.ts';
import { badReturnUrl, notListed, notThere } from './problems.ts';
import type { Registers } from './registers.ts';
import type { ReturnKey } from './return-key.ts';
import { saleOutcome } from './sale-outcome.ts';

export interface PayLinksDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly journal: Pick<TenderJournal, 'ofSale'>;
  readonly registers: Pick<Registers, 'nameOf'>;
  readonly key: Pick<ReturnKey, 'sign'>;
  /** The shop's: the only one that its tills take. */
  readonly currency: string;
}

type LinkRow = Schema['pay_link'];

/** Sales that a register asks for by a link which a browser opens, and the way back to it. */
export interface PayLinks {
  /**
   * Begins the sale of a link, or answers with the one that the same link began before, and what was redeemed for it.
   * @param id of the sale, made by the page
   * @throws Problem 400 for what cannot be asked, 403 `register-not-listed`, 409 for an id of another sale
   */
  put(caller: Caller, id: string, link: PayLink): Promise<{ readonly view: PayLinkView; readonly isNew: boolean }>;
  /**
   * The signed address by which the browser goes back, with what the journal knows of the sale.
   * @param awaiting ids of tenders of which the page has not heard how they ended
   * @throws Problem 404; 403 where the register was taken off the list meanwhile
   */
  back(caller: Caller, id: string, awaiting: readonly string[]): Promise<{ readonly url: string; readonly outcome: LinkOutcome }>;
}

export function createPayLinks(deps: PayLinksDeps): PayLinks {
  const { db, clock, journal, registers, key, audit } = deps;

  async function listedName(shop: string, returnUrl: string): Promise<{ readonly origin: string; readonly name: string }> {
    const origin = returnOriginOf(returnUrl);
    if (origin === null) throw badReturnUrl();
    const name = await registers.nameOf(shop, origin);
    if (name === null) throw notListed();
    return { origin, name };
  }

  async function viewOf(row: LinkRow): Promise<PayLinkView> {
    const tenders = await journal.ofSale(row.shop, row.id);
    return {
      id: row.id,
      due: { amount: row.amount, currency: row.currency },
      reference: row.reference,
      register: { name: row.name, origin: row.origin },
      tenders: tenders.map((tender) => tenderView(tender, null)),
    };
  }

  return {
    async put(caller, id, link) {
      if (link.currency !== deps.currency) throw wrongCurrency(deps.currency);
      const register = await listedName(caller.shop, link.returnUrl);
      const { amount, currency, reference, state, returnUrl } = link;
      const asked = { shop: caller.shop, amount, currency, reference, state, return_url: returnUrl };
      const by = { device_id: caller.device.id, person_id: caller.person.id };
      const row: LinkRow = { id, ...asked, ...by, ...register, created_at: clock.now() };
      const before = await exclusively(db, 'registers', async (tx) => {
        const known = await sameBefore(tx, row);
        if (known === null) await tx.insertInto('pay_link').values(row).execute();
        return known;
      });
      return { view: await viewOf(before ?? row), isNew: before === null };
    },
    async back(caller, id, awaiting) {
      const row = await db.selectFrom('pay_link').selectAll().where('shop', '=', caller.shop).where('id', '=', id).executeTakeFirst();
      if (!row) throw notThere('sale of a link');
      await listedName(caller.shop, row.return_url);
      const told = saleOutcome(await journal.ofSale(caller.shop, id), row, awaiting);
      const { outcome, amount } = told;
      /* The trail says what a register was told before it is told. */
      const details = { status: outcome, amount, currency: row.currency, receiptNo: row.reference, name: row.name };
      await audit.write({ by: caller, action: 'register.told', subject: id, details });
      return { url: await signedAddress(row, told, key), outcome };
    },
  };
}

/** The same link as it was opened before, not too long ago; a page that sends its id again gets its own. */
async function sameBefore(tx: Kysely<Schema>, row: LinkRow): Promise<LinkRow | null> {
  const own = await tx.selectFrom('pay_link').selectAll().where('id', '=', row.id).executeTakeFirst();
  if (own) {
    if (isSameLink(own, row)) return own;
    throw idUsed('the sale of another link');
  }
  const candidates = await tx
    .selectFrom('pay_link')
    .selectAll()
    .where('shop', '=', row.shop)
    .where('reference', '=', row.reference)
    .where('created_at', '>', row.created_at - LIMITS.sameLinkMs)
    .orderBy('created_at', 'desc')
    .execute();
  return candidates.find((one) => isSameLink(one, row)) ?? null;
}

const ASKED = ['shop', 'amount', 'currency', 'reference', 'state', 'return_url'] as const satisfies readonly (keyof LinkRow)[];

function isSameLink(one: LinkRow, other: LinkRow): boolean {
  return ASKED.every((name) => one[name] === other[name]);
}

async function signedAddress(
  row: LinkRow,
  { outcome, amount, leftToPay }: ReturnType<typeof saleOutcome>,
  key: Pick<ReturnKey, 'sign'>,
): Promise<string> {
  const url = new URL(row.return_url);
  const said = {
    status: outcome,
    amount: String(amount),
    left_to_pay: String(leftToPay),
    currency: row.currency,
    reference: row.reference,
    sale: row.id,
    state: row.state,
  };
  for (const [name, value] of Object.entries(said)) if (value !== '') url.searchParams.set(name, value);
  url.searchParams.sort();
  url.searchParams.set('sig', await key.sign(url.searchParams.toString()));
  return url.href;
}
