import type { Kysely, Transaction } from 'kysely';
import type { Ports } from '../../platform/audit/ports.ts';
import { describeError } from '../../platform/base/logging.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller, Device } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { GuessLimiter } from '../rate-limits/guess-limiter.ts';
import { SEEN_EVERY_MS } from './limits.ts';

type Database = Kysely<Schema>;

export interface Devices {
  list(shop: Scope): Promise<(Device & { enrolledAt: string; lastSeenAt: string | null; locked: boolean })[]>;
  /**
   * Ends a device's credential and its sessions; @throws Problem 404 `not-found`, 409 `last-device`
   */
  revoke(manager: Caller, id: string): Promise<void>;
  /** Resets the wrong PINs entered on a device; @throws Problem 404 `not-found` */
  unlock(manager: Caller, id: string): Promise<void>;
  /** Stores that a device was used, unless that was stored within the last minute. */
  recordUse(device: { readonly id: string; readonly last_seen_at: number | null }): Promise<void>;
}

export interface DevicesOptions extends Pick<Ports, 'db' | 'clock' | 'log' | 'audit'> {
  readonly guessLimiter: GuessLimiter;
}

/** Enrolled browsers, each with its own credential that can be revoked. */
export function createDevices({ db, clock, guessLimiter, log, audit }: DevicesOptions): Devices {
  async function list(shop: Scope) {
    const rows = await db
      .selectFrom('device')
      .selectAll()
      .where('shop', '=', shop)
      .where('revoked_at', 'is', null)
      .orderBy('enrolled_at')
      .execute();
    const locked = await guessLimiter.locked(rows.map(({ id }) => `device:${id}` as const));
    return rows.map(({ id, name, enrolled_at, last_seen_at }) => ({
      id,
      name,
      enrolledAt: new Date(enrolled_at).toISOString(),
      lastSeenAt: last_seen_at === null ? null : new Date(last_seen_at).toISOString(),
      locked: locked.has(`device:${id}`),
    }));
  }

  /** Returns an enrolled device. @throws Problem 404 `not-found` */
  async function deviceOf(trx: Database, shop: Scope, id: string): Promise<Device> {
    const inUse = trx
      .selectFrom('device')
      .select(['id', 'name'])
      .where('shop', '=', shop)
      .where('revoked_at', 'is', null);
    const found = await inUse.where('id', '=', id).executeTakeFirst();
    if (!found) throw refuse('not-found', { message: 'Device not found.' });
    return found;
  }

  async function revoke(manager: Caller, id: string): Promise<void> {
    await exclusively(db, 'people', async (trx) => {
      const { shop } = manager;
      const { name } = await deviceOf(trx, shop, id);
      await assertAnotherDevice(trx, shop, id);
      await endDevice(trx, shop, id, clock.now());
      await audit.write({ by: manager, action: 'device.revoked', subject: id, details: { name } }, trx);
    });
  }

  async function unlock(manager: Caller, id: string): Promise<void> {
    await exclusively(db, 'people', async (trx) => {
      const { name } = await deviceOf(trx, manager.shop, id);
      const wasLocked = (await guessLimiter.locked([`device:${id}`], trx)).size > 0;
      await guessLimiter.forgive([`device:${id}`], trx);
      if (wasLocked) await audit.write({ by: manager, action: 'device.unlocked', subject: id, details: { name } }, trx);
    });
  }

  /**
   * A failed write must not refuse a device: while the disk is full, tills still read the current
   * state.
   */
  async function noteSeen(id: string, now: number): Promise<void> {
    try {
      /* A transaction, because several of them are written to the disk together. */
      const note = (tx: Database) => tx.updateTable('device').set({ last_seen_at: now }).where('id', '=', id).execute();
      await db.transaction().execute(note);
    } catch (error) {
      log.warn({ deviceId: id, ...describeError(error) }, 'failed to save when a device was last seen');
    }
  }

  async function seen({
    id,
    last_seen_at,
  }: {
    readonly id: string;
    readonly last_seen_at: number | null;
  }): Promise<void> {
    const now = clock.now();
    if (now - (last_seen_at ?? 0) > SEEN_EVERY_MS) await noteSeen(id, now);
  }

  return { list, revoke, unlock, recordUse: seen };
}

export async function isLastDevice(db: Database, shop: Scope, id: string): Promise<boolean> {
  const inUse = db.selectFrom('device').select('id').where('shop', '=', shop).where('revoked_at', 'is', null);
  return (await inUse.where('id', '!=', id).executeTakeFirst()) === undefined;
}

/** Without any device, no person could sign in to enrol another one. */
async function assertAnotherDevice(db: Database, shop: Scope, id: string): Promise<void> {
  if (!(await isLastDevice(db, shop, id))) return;
  const message = 'The shop needs at least one device. Enrol another one first.';
  throw refuse('last-device', { message });
}

/**
 * Ends a device's credential and its sessions, in all shops that its people visit.
 * @returns false for a device that has ended before
 */
export async function endDevice(tx: Transaction<Schema>, shop: Scope, id: string, now: number): Promise<boolean> {
  const device = tx.updateTable('device').where('id', '=', id).where('shop', '=', shop);
  const { numUpdatedRows } = await device
    .set({ revoked_at: now, secret_hash: id })
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  const sessions = tx.updateTable('session').where('device_id', '=', id);
  await sessions.set({ ended_at: now }).where('ended_at', 'is', null).execute();
  return numUpdatedRows > 0n;
}
