import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { AuditAction } from '../../../contract/platform/audit-actions.ts';
import { type NewRegister, type PayLink, type Register, registerOriginOf, signedLink } from '../contract/register.ts';
import { badReturnUrl, linkNotSigned, notListed, registerNotFound } from './problems.ts';
import { addRegister, setRegisterSecret, UNSIGNED } from './save-register.ts';

export interface RegistersDeps extends Pick<Ports, 'db' | 'clock' | 'random' | 'audit'> {
  readonly keys: Pick<Keys, 'seal' | 'open'>;
}

/** A secret of a register: 256 random bits with a prefix. */
const SECRET_START = 'ls_';
const SECRET_BYTES = 32;

/** Registers that may request redemptions from this shop by link; links only return to these. */
export interface Registers {
  /** By name. */
  list(shop: Scope): Promise<Register[]>;
  /** @throws Problem 409 if the origin is already listed, or there are too many */
  add(manager: Caller, register: NewRegister): Promise<Register>;
  /** @throws Problem 404 */
  remove(manager: Caller, id: string): Promise<void>;
  /**
   * Requires the register to sign its links; `secret` is returned once, and the previous one stays
   * valid for a day. @throws Problem 404
   */
  makeSecret(manager: Caller, id: string): Promise<Register & { secret: string }>;
  /** Ends the requirement of signed links. @throws Problem 404 */
  endSecret(manager: Caller, id: string): Promise<void>;
  /**
   * Returns the shop's name for the register with this origin. @throws Problem 403
   * `register-not-listed`
   */
  nameOf(shop: Scope, origin: string): Promise<string>;
  /**
   * Checks the signature of a link.
   * @throws Problem 403 `link-not-signed` if the register with this origin signs its links, and the
   * signature is missing or wrong
   */
  assertSigned(shop: Scope, origin: string, link: PayLink): Promise<void>;
}

export function createRegisters({ db, keys, clock, random, audit }: RegistersDeps): Registers {
  /** Changes a listed register, and records the change in the trail. @throws Problem 404 */
  async function change(
    { action, manager, id }: { readonly action: AuditAction; readonly manager: Caller; readonly id: string },
    work: (tx: Transaction<Schema>) => Promise<unknown>,
  ): Promise<Register> {
    return exclusively(db, 'registers', async (tx) => {
      const [found] = await listed(tx, manager.shop, id);
      if (!found) throw registerNotFound('register');
      await work(tx);
      await audit.write({ by: manager, action, subject: id, details: { name: found.name, origin: found.origin } }, tx);
      return found;
    });
  }

  const byOrigin = (shop: Scope, origin: string) =>
    db.selectFrom('register').where('shop', '=', shop).where('origin', '=', origin);

  return {
    list: (shop) => listed(db, shop),
    async add(manager, { origin: typed, name }) {
      const origin = registerOriginOf(typed);
      if (origin === null) throw badReturnUrl();
      const row = await exclusively(db, 'registers', (tx) =>
        addRegister(tx, manager, { origin, name }, { clock, random, audit }),
      );
      return viewOf({ ...row, person: manager.person.name });
    },
    async remove(manager, id) {
      await change({ action: 'register.removed', manager, id }, (tx) =>
        tx.deleteFrom('register').where('id', '=', id).execute(),
      );
    },
    async makeSecret(manager, id) {
      const secret = `${SECRET_START}${random.token(SECRET_BYTES)}`;
      const changed = await change({ action: 'register.signs', manager, id }, (tx) =>
        setRegisterSecret(tx, id, secret, { keys, clock }),
      );
      return { ...changed, signs: true, secret };
    },
    async endSecret(manager, id) {
      await change({ action: 'register.signs-not', manager, id }, (tx) =>
        tx.updateTable('register').set(UNSIGNED).where('id', '=', id).execute(),
      );
    },
    async nameOf(shop, origin) {
      const row = await byOrigin(shop, origin).select('name').executeTakeFirst();
      if (!row) throw notListed();
      return row.name;
    },
    async assertSigned(shop, origin, link) {
      const row = await byOrigin(shop, origin)
        .select(['secret_sealed', 'old_secret_sealed', 'old_until'])
        .executeTakeFirst();
      if (!row || row.secret_sealed === null) return;
      const old = (row.old_until ?? 0) > clock.now() ? row.old_secret_sealed : null;
      const secrets = [row.secret_sealed, old].flatMap((sealed) => (sealed === null ? [] : [keys.open(sealed)]));
      if (!secrets.some((secret) => isSignedBy(secret, link))) throw linkNotSigned();
    },
  };
}

async function listed(db: Kysely<Schema>, shop: Scope, id?: string): Promise<Register[]> {
  const rows = await db
    .selectFrom('register')
    .innerJoin('person', 'person.id', 'register.person_id')
    .select(['register.id', 'register.origin', 'register.name', 'register.created_at', 'register.secret_sealed'])
    .select('person.name as person')
    .where('register.shop', '=', shop)
    .$if(id !== undefined, (of) => of.where('register.id', '=', id ?? ''))
    .orderBy('register.name')
    .orderBy('register.origin')
    .execute();
  return rows.map(viewOf);
}

type ListedRegister = Pick<Schema['register'], 'id' | 'origin' | 'name' | 'created_at' | 'secret_sealed'>;

function viewOf({
  id,
  origin,
  name,
  person,
  created_at,
  secret_sealed,
}: ListedRegister & { person: string }): Register {
  return { id, origin, name, person, addedAt: new Date(created_at).toISOString(), signs: secret_sealed !== null };
}

function isSignedBy(secret: string, link: PayLink): boolean {
  const expected = createHmac('sha256', secret).update(signedLink(link)).digest();
  const signature = Buffer.from(link.sig ?? '', 'base64url');
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
