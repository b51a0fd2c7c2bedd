import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { PublicKeys } from '../../../contract/platform/public-keys.ts';
import type { Keys } from '../base/keys.ts';
import type { Schema } from '../store/schema.ts';

const NAME = 'return-key';
/** Characters of a key's name: enough to distinguish two keys. */
const KID_CHARS = 16;

export interface SigningKey {
  /** Ed25519 over the text, base64url. */
  sign(text: string): Promise<string>;
  /** The public keys for verifying the signatures. */
  publicKeys(): Promise<PublicKeys>;
}

/**
 * The one signing key of the database, created at first use and encrypted with the journal's keys:
 * all servers of the database share it.
 */
export function createSigningKey({
  db,
  keys,
}: {
  readonly db: Kysely<Schema>;
  readonly keys: Pick<Keys, 'seal' | 'open'>;
}): SigningKey {
  let cached: Promise<KeyObject> | null = null;

  async function readOrMake(): Promise<KeyObject> {
    const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    /* If two servers create a key at the same time, the first key stays. */
    await db
      .insertInto('setting')
      .values({ name: NAME, value: keys.seal(made) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await db.selectFrom('setting').select('value').where('name', '=', NAME).executeTakeFirstOrThrow();
    return createPrivateKey({ key: Buffer.from(keys.open(value), 'base64'), format: 'der', type: 'pkcs8' });
  }

  /** After a failed read, it is read again when next needed. */
  function privateKey(): Promise<KeyObject> {
    cached ??= readOrMake().catch((error: unknown) => {
      cached = null;
      throw error;
    });
    return cached;
  }

  return {
    sign: async (text) => sign(null, Buffer.from(text, 'utf8'), await privateKey()).toString('base64url'),
    async publicKeys() {
      const { x = '' } = createPublicKey(await privateKey()).export({ format: 'jwk' });
      const kid = createHash('sha256').update(x).digest('base64url').slice(0, KID_CHARS);
      return { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig' }] };
    },
  };
}
