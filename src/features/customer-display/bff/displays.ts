import type { Kysely } from 'kysely';
import { createOneTimeCodes, wrongCode } from '../../../bff/access/rate-limits/codes.ts';
import { createDeviceLimit } from '../../../bff/access/rate-limits/device-limit.ts';
import type { GuessLimiter } from '../../../bff/access/rate-limits/guess-limiter.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Caller, Device, DeviceCaller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Display } from '../contract/display.ts';

export interface DisplaysOptions extends Pick<Ports, 'db' | 'clock' | 'random' | 'audit'> {
  readonly keys: Pick<Keys, 'hash'>;
  readonly guessLimiter: GuessLimiter;
  /** Called for a device that now shows another till, or none. */
  readonly notify: (deviceId: string) => Promise<void>;
}

export interface Displays {
  /** Creates a code for one device, valid for ten minutes. @throws Problem 429 `slow-down` */
  makeCode(caller: Caller): Promise<{ code: string; expiresAt: string }>;
  /**
   * Makes the caller's device a display of the till that created the code; it stops showing any
   * previous till.
   * @returns the till
   * @throws Problem 403 `wrong-display-code`, 429 `slow-down`
   */
  connect(caller: DeviceCaller, code: string): Promise<Device>;
  /** Devices that show a till, in the order of connection. */
  of(tillId: string): Promise<Display[]>;
  /** The till that a device shows; null for none. */
  tillOf(deviceId: string): Promise<Device | null>;
  /** Ends a display by its id. @throws Problem 404 `not-found` */
  end(caller: Caller, id: string): Promise<void>;
}

/** Limits codes per till. Each is a row, and a till has few displays. */
const CODES = { most: 20, withinMs: 60 * 60_000 };

export function createDisplays({ db, clock, random, keys, guessLimiter, audit, notify }: DisplaysOptions): Displays {
  const codes = createOneTimeCodes({ clock, random, keys, purpose: 'display', lastsMs: LIMITS.displayCodeMs });

  const assertMayMakeCode = createDeviceLimit(clock, CODES);

  async function makeCode(caller: Caller): Promise<{ code: string; expiresAt: string }> {
    assertMayMakeCode(caller);
    const { displayed, stored } = codes.draw();
    const made = { shop: caller.shop, till_id: caller.device.id, made_by: caller.person.id, ...stored };
    await db
      .insertInto('display')
      .values({ id: random.uuid(), ...made, device_id: null, connected_at: null, ended_at: null })
      .execute();
    return displayed;
  }

  async function connect(caller: DeviceCaller, code: string): Promise<Device> {
    const { shop, device } = caller;
    const { retryAfterMs } = await guessLimiter.attempt([`display:${device.id}`]);
    const till = await exclusively(db, 'people', async (trx) => {
      const now = clock.now();
      const found = await withTills(trx)
        .select(['display.id', 'device.id as till_id', 'device.name'])
        .where('display.shop', '=', shop)
        .where('code_hash', '=', codes.hashOf(code))
        .where('device_id', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (!found || found.till_id === device.id) return null;
      await trx
        .updateTable('display')
        .set({ ended_at: now })
        .where('device_id', '=', device.id)
        .where('ended_at', 'is', null)
        .execute();
      await trx
        .updateTable('display')
        .set({ device_id: device.id, connected_at: now })
        .where('id', '=', found.id)
        .execute();
      const details = { name: device.name, device: found.name };
      await audit.write({ by: caller, action: 'device.display-connected', subject: device.id, details }, trx);
      return { id: found.till_id, name: found.name };
    });
    if (!till) throw wrongCode('wrong-display-code', retryAfterMs);
    await guessLimiter.forgive([`display:${device.id}`]);
    await notify(device.id);
    return till;
  }

  async function of(tillId: string): Promise<Display[]> {
    const rows = await db
      .selectFrom('display')
      .innerJoin('device', 'device.id', 'display.device_id')
      .select(['display.id', 'device.name', 'connected_at'])
      .where('display.till_id', '=', tillId)
      .where('ended_at', 'is', null)
      .where('device.revoked_at', 'is', null)
      .orderBy('connected_at')
      .execute();
    return rows.map(({ id, name, connected_at: at }) => ({ id, name, connectedAt: new Date(at ?? 0).toISOString() }));
  }

  async function tillOf(deviceId: string): Promise<Device | null> {
    const displays = withTills(db).select(['device.id', 'device.name']).where('device_id', '=', deviceId);
    return (await displays.executeTakeFirst()) ?? null;
  }

  async function end(caller: Caller, id: string): Promise<void> {
    const deviceId = await exclusively(db, 'people', async (trx) => {
      const found = await trx
        .selectFrom('display')
        .innerJoin('device', 'device.id', 'display.device_id')
        .select(['device.id as device_id', 'device.name'])
        .where('display.id', '=', id)
        .where('display.shop', '=', caller.shop)
        .where('ended_at', 'is', null)
        .$if(caller.person.role !== 'manager', (query) => query.where('display.till_id', '=', caller.device.id))
        .executeTakeFirst();
      if (!found) throw refuse('not-found', { message: 'Display not found.' });
      await trx.updateTable('display').set({ ended_at: clock.now() }).where('id', '=', id).execute();
      const details = { name: found.name };
      await audit.write({ by: caller, action: 'device.display-ended', subject: found.device_id, details }, trx);
      return found.device_id;
    });
    await notify(deviceId);
  }

  return { makeCode, connect, of, tillOf, end };
}

/** Joins active codes and displays with their till, unless that was revoked. */
function withTills(db: Kysely<Schema>) {
  return db
    .selectFrom('display')
    .innerJoin('device', 'device.id', 'display.till_id')
    .where('ended_at', 'is', null)
    .where('device.revoked_at', 'is', null);
}
