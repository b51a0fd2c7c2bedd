import type { Kysely } from 'kysely';
import type { RestorableAccess } from '../../../bff/app/feature-hooks.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { AccessKeys } from './keys/access-keys.ts';
import { maskedUrl, type Webhooks } from './webhooks/webhooks.ts';

/** API keys, which may have been revoked or replaced after the backup that was restored. */
export function restorableKeys(db: Kysely<Schema>, { revoke }: Pick<AccessKeys, 'revoke'>): RestorableAccess {
  return {
    kind: 'key',
    async list(shop, before) {
      const alive = db.selectFrom('access_key').where('shop', '=', shop).where('revoked_at', 'is', null);
      const older = alive.select(['id', 'name', 'start as detail', 'made_at as at']).where('made_at', '<', before);
      return older.orderBy('name').execute();
    },
    end: revoke,
  };
}

/** Webhooks, which may have been removed after the backup that was restored. */
export function restorableWebhooks(db: Kysely<Schema>, { remove }: Pick<Webhooks, 'remove'>): RestorableAccess {
  return {
    kind: 'webhook',
    async list(shop, before) {
      const alive = db.selectFrom('webhook').where('shop', '=', shop).where('removed_at', 'is', null);
      const rows = await alive.select(['id', 'url', 'made_at as at']).where('made_at', '<', before).execute();
      return rows.map(({ url, ...row }) => ({ ...row, name: maskedUrl(url) }));
    },
    end: remove,
  };
}
