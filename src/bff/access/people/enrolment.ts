import type { Transaction } from 'kysely';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller, Device } from '../../platform/http/caller.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { CodeGuesses, UnknownCaller } from '../rate-limits/code-guesses.ts';
import { createOneTimeCodes, sha256, wrongCode } from '../rate-limits/codes.ts';
import { tillNamed } from './till-named.ts';

export const TOKEN_BYTES = 32;

/** A device with the credential that only its browser may store. */
export interface Enrolled {
  readonly device: Device;
  readonly token: string;
}

export interface Enrolment {
  /**
   * Enrols a browser; the caller has checked permission and writes the audit entry. If a till with
   * that name exists, the browser takes it over.
   */
  enrol(tx: Transaction<Schema>, shop: Scope, name: string): Promise<Enrolled>;
  /**
   * Enrols with a code in the shop of the code; @throws Problem 403 `wrong-enrolment-code`, 429
   * `slow-down`
   */
  enrolWithCode(stranger: UnknownCaller, code: string, name: string): Promise<Enrolled>;
  /** Creates a code for one enrolment within ten minutes. */
  makeEnrolmentCode(manager: Caller): Promise<{ code: string; expiresAt: string }>;
}

/** Enrols a browser, as {@link Enrolment.enrol}. */
export async function enrolBrowser(
  tx: Transaction<Schema>,
  shop: Scope,
  name: string,
  { clock, random }: Pick<Ports, 'clock' | 'random'>,
): Promise<Enrolled> {
  const device = { id: random.uuid(), name };
  const token = random.token(TOKEN_BYTES);
  const row = {
    ...device,
    shop,
    secret_hash: sha256(token),
    enrolled_at: clock.now(),
    last_seen_at: null,
    revoked_at: null,
    till_id: await tillNamed(tx, shop, name),
  };
  await tx.insertInto('device').values(row).execute();
  return { device, token };
}

export interface EnrolmentOptions extends Pick<Ports, 'db' | 'keys' | 'clock' | 'random' | 'audit'> {
  readonly guesses: CodeGuesses;
}

export function createEnrolment({ db, clock, random, keys, guesses, audit }: EnrolmentOptions): Enrolment {
  const codes = createOneTimeCodes({ clock, random, keys, purpose: 'enrol', lastsMs: LIMITS.enrolmentCodeMs });

  /**
   * Finds the shop of an open code; null for any other. It reads without writing, so that wrong
   * codes never delay a write of a shop.
   */
  async function shopOf(code_hash: string): Promise<Scope | null> {
    const known = db.selectFrom('enrolment_code').select('shop').where('code_hash', '=', code_hash);
    const open = known.where('used_at', 'is', null).where('expires_at', '>', clock.now());
    return (await open.executeTakeFirst())?.shop ?? null;
  }

  async function enrolWithCode(stranger: UnknownCaller, code: string, name: string): Promise<Enrolled> {
    const shop = await shopOf(codes.hashOf(code));
    const enrolled = shop === null ? null : await useCode(shop, code, name);
    if (!enrolled) {
      const retryAfterMs = await guesses.recordWrongCode('enrol', stranger);
      await audit.write({ by: { shop: stranger.shop, device: null, person: null }, action: 'device.refused' });
      throw wrongCode('wrong-enrolment-code', retryAfterMs);
    }
    await guesses.forget('enrol', stranger);
    return enrolled;
  }

  /** Uses a code once. Returns null if another caller has used it. */
  async function useCode(shop: Scope, code: string, name: string): Promise<Enrolled | null> {
    return db.transaction().execute(async (trx) => {
      const now = clock.now();
      const used = await trx
        .updateTable('enrolment_code')
        .set({ used_at: now })
        .where('code_hash', '=', codes.hashOf(code))
        .where('shop', '=', shop)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('made_by')
        .executeTakeFirst();
      if (!used) return null;
      const joined = await enrolBrowser(trx, shop, name, { clock, random });
      const maker = await trx.selectFrom('person').select('name').where('id', '=', used.made_by).executeTakeFirst();
      const details = { name, ...(maker && { codeBy: maker.name }) };
      await audit.write(
        {
          by: { shop, person: null, device: joined.device },
          action: 'device.enrolled',
          subject: joined.device.id,
          details,
        },
        trx,
      );
      return joined;
    });
  }

  async function makeEnrolmentCode(manager: Caller): Promise<{ code: string; expiresAt: string }> {
    const { displayed, stored } = codes.draw();
    const row = { ...stored, shop: manager.shop, made_by: manager.person.id, used_at: null };
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('enrolment_code').values(row).execute();
      await audit.write({ by: manager, action: 'device.code-made' }, trx);
    });
    return displayed;
  }

  return {
    enrol: (tx, shop, name) => enrolBrowser(tx, shop, name, { clock, random }),
    enrolWithCode,
    makeEnrolmentCode,
  };
}
