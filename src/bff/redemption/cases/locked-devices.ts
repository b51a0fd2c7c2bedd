import type { Kysely } from 'kysely';
import type { AttentionItem, AttentionRequest } from '../../../contract/redemption/attention.ts';
import { createGuessLimiter } from '../../access/rate-limits/guess-limiter.ts';
import type { GuessSubject } from '../../access/rate-limits/tally.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { Stale } from '../operation/stale.ts';
import type { AttentionCase, AttentionSource } from './source.ts';

export type LockedDevicesDeps = Pick<Ports, 'shop' | 'db' | 'clock' | 'audit'>;

interface Locked {
  readonly id: string;
  readonly name: string;
  readonly at: number;
}

/**
 * Lists devices that were locked after wrong PINs. Closing the case unlocks the device, as does a
 * manager's PIN entered on it.
 */
export function lockedDevicesSource({ shop, db, clock, audit }: LockedDevicesDeps): AttentionSource {
  const guessLimiter = createGuessLimiter({ db, clock });

  async function locked(within: Kysely<Schema> = db): Promise<Locked[]> {
    const rows = await within
      .selectFrom('pin_guard')
      .select(['subject', 'locked_at'])
      .where('subject', 'like', 'device:%')
      .where('locked_at', 'is not', null)
      .orderBy('locked_at')
      .execute();
    const ids = rows.map(({ subject }) => subject.slice('device:'.length));
    if (ids.length === 0) return [];
    const devices = within
      .selectFrom('device')
      .select(['id', 'name'])
      .where('shop', '=', shop)
      .where('revoked_at', 'is', null);
    const names = new Map((await devices.where('id', 'in', ids).execute()).map(({ id, name }) => [id, name]));
    return rows.flatMap(({ locked_at }, index) => {
      const id = ids[index] ?? '';
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name, at: locked_at ?? 0 }];
    });
  }

  async function unlock({ id, name }: Locked, { reason }: AttentionRequest, caller: Caller): Promise<void> {
    const subject: GuessSubject = `device:${id}`;
    await exclusively(db, 'people', async (tx) => {
      if ((await guessLimiter.locked([subject], tx)).size === 0) throw new Stale();
      await guessLimiter.forgive([subject], tx);
      await audit.write({ by: caller, action: 'device.unlocked', subject: id, details: { name, reason } }, tx);
    });
  }

  const caseOf = (device: Locked): AttentionCase => ({
    item: itemOf(device),
    act: (request, caller) => unlock(device, request, caller),
  });
  return {
    cases: async () => (await locked()).map(caseOf),
    async find(id) {
      const found = (await locked()).find((device) => device.id === id);
      return found ? caseOf(found) : null;
    },
  };
}

function itemOf({ id, name, at }: Locked): AttentionItem {
  const since = new Date(at).toISOString();
  return {
    id,
    kind: 'locked',
    subject: 'device',
    state: 'open',
    since,
    changedAt: since,
    last4: '',
    amount: null,
    person: null,
    device: name,
    evidence: [{ at: since, code: 'device-locked', detail: null }],
    candidates: [],
    actions: ['close'],
  };
}
