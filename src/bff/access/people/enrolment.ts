import type { Kysely, Transaction } from 'kysely';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { CodeShop } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller, Device, DeviceCaller, Identity } from '../../platform/http/caller.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { CodeGuesses, UnknownCaller } from '../rate-limits/code-guesses.ts';
import { createOneTimeCodes, sha256, wrongCode } from '../rate-limits/codes.ts';
import { endDevice, isLastDevice } from './devices.ts';
import { tillNamed } from './till-named.ts';

export const TOKEN_BYTES = 32;

/** A device with the credential that only its browser may store. */
export interface Enrolled {
  readonly device: Device;
  readonly token: string;
}

/** The browser that enters a code; it may already be a device. */
export interface CodeCaller extends UnknownCaller {
  readonly caller: Identity;
}

export interface Enrolment {
  /**
   * Enrols a browser; the caller has checked permission and writes the audit entry. If a till with
   * that name exists, the browser takes it over.
   */
  enrol(tx: Transaction<Schema>, shop: Scope, name: string): Promise<Enrolled>;
  /**
   * Enrols with a code in the shop of the code. A device of another shop moves: its former entry
   * and its sessions end, and its operations stay in the shop that they began in.
   * @throws Problem 403 `wrong-enrolment-code`, 429 `slow-down`
   */
  enrolWithCode(stranger: CodeCaller, code: string, name: string): Promise<Enrolled>;
  /** Names the shop of a code without using it; @throws as {@link Enrolment.enrolWithCode} */
  shopOfCode(stranger: CodeCaller & { readonly caller: DeviceCaller }, code: string): Promise<CodeShop>;
  /** Creates a code for one enrolment within ten minutes. */
  makeEnrolmentCode(manager: Caller): Promise<{ code: string; expiresAt: string }>;
}

/** Features' part of an enrolment, in its transaction. */
export type OnEnrolled = (tx: Transaction<Schema>, shop: Scope, device: Device) => Promise<void>;

/** Enrols a browser, as {@link Enrolment.enrol}. */
export async function enrolBrowser(
  tx: Transaction<Schema>,
  shop: Scope,
  name: string,
  { clock, random, onEnrolled }: Pick<Ports, 'clock' | 'random'> & { readonly onEnrolled?: OnEnrolled },
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
  await onEnrolled?.(tx, shop, device);
  return { device, token };
}

export interface EnrolmentOptions extends Pick<Ports, 'db' | 'keys' | 'clock' | 'random' | 'audit'> {
  readonly guesses: CodeGuesses;
  readonly onEnrolled: OnEnrolled;
}

export function createEnrolment(options: EnrolmentOptions): Enrolment {
  const { db, clock, random, keys, guesses, audit } = options;
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

  /** Counts and records a wrong code. @throws Problem always */
  async function refuseCode(stranger: UnknownCaller): Promise<never> {
    const retryAfterMs = await guesses.recordWrongCode('enrol', stranger);
    await audit.write({ by: { shop: stranger.shop, device: null, person: null }, action: 'device.refused' });
    throw wrongCode('wrong-enrolment-code', retryAfterMs);
  }

  async function enrolWithCode(stranger: CodeCaller, code: string, name: string): Promise<Enrolled> {
    const shop = await shopOf(codes.hashOf(code));
    const enrolled = shop === null ? null : await useCode(shop, code, name, stranger.caller);
    if (!enrolled) return refuseCode(stranger);
    await guesses.forget('enrol', stranger);
    return enrolled;
  }

  async function shopOfCode(stranger: CodeCaller & { readonly caller: DeviceCaller }, code: string): Promise<CodeShop> {
    const shop = await shopOf(codes.hashOf(code));
    if (shop === null) return refuseCode(stranger);
    const { caller } = stranger;
    return {
      name: await nameOf(db, shop),
      home: await nameOf(db, caller.shop),
      isHere: shop === caller.shop,
      isLastDevice: await isLastDevice(db, caller.shop, caller.device.id),
    };
  }

  /** Uses a code once. Returns null if another caller has used it. */
  async function useCode(shop: Scope, code: string, name: string, caller: Identity): Promise<Enrolled | null> {
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
      const joined = await enrolBrowser(trx, shop, name, options);
      await leaveFormerShop(trx, caller, shop);
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

  /** A browser has one credential, so its entry in another shop would never be used again. */
  async function leaveFormerShop(trx: Transaction<Schema>, { device, person, ...caller }: Identity, to: Scope) {
    const home = caller.visit?.home ?? caller.shop;
    if (device === null || home === to) return;
    if (!(await endDevice(trx, home, device.id, clock.now()))) return;
    const by = { shop: home, device, person };
    const details = { name: device.name, toShop: await nameOf(trx, to) };
    await audit.write({ by, action: 'device.moved', subject: device.id, details }, trx);
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
    enrol: (tx, shop, name) => enrolBrowser(tx, shop, name, options),
    enrolWithCode,
    shopOfCode,
    makeEnrolmentCode,
  };
}

async function nameOf(db: Kysely<Schema>, shop: Scope): Promise<string> {
  const named = db.selectFrom('shop').select(['name', 'slug']).where('id', '=', shop);
  const { name, slug } = await named.executeTakeFirstOrThrow();
  return name ?? slug ?? '';
}
