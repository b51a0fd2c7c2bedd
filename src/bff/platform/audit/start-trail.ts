import type { Kysely, Transaction } from 'kysely';
import { type TrailDetails, trailDetailsSchema } from '../../../contract/platform/audit.ts';
import type { Scope } from '../base/scope.ts';
import { exclusively } from '../store/exclusively.ts';
import type { Schema } from '../store/schema.ts';
import type { Audit } from './audit.ts';

/**
 * Records at start that the trail begins, with the number of existing rows, and changed settings.
 * The first entry shows if a trail was removed and begun again.
 */
export async function startTrail(db: Kysely<Schema>, audit: Audit, shop: Scope, settings: TrailDetails): Promise<void> {
  const by = { shop, person: null, device: null };
  await exclusively(db, 'audit', async (tx) => {
    const head = await tx.selectFrom('audit_head').select('seq').where('shop', '=', shop).executeTakeFirst();
    if (!head) await audit.write({ by, action: 'trail.begun', details: await existingState(tx, shop) }, tx);
    const before = await settingsBefore(tx, shop);
    const changed = Object.entries(settings).filter(([name, value]) => before[name] !== value);
    if (changed.length > 0)
      await audit.write({ by, action: 'settings.changed', details: Object.fromEntries(changed) }, tx);
  });
}

async function existingState(tx: Transaction<Schema>, shop: Scope): Promise<TrailDetails> {
  const people = await tx.selectFrom('place').select('person_id').where('shop', '=', shop).execute();
  const devices = await tx.selectFrom('device').select('id').where('shop', '=', shop).execute();
  return { people: people.length, devices: devices.length };
}

async function settingsBefore(tx: Transaction<Schema>, shop: Scope): Promise<TrailDetails> {
  const noted = tx
    .selectFrom('audit')
    .select('details')
    .where('shop', '=', shop)
    .where('action', '=', 'settings.changed');
  const rows = await noted.orderBy('seq').execute();
  return Object.assign({}, ...rows.map(({ details }) => trailDetailsSchema.parse(JSON.parse(details)))) as TrailDetails;
}
