import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Length of the data key and of every key derived from it. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** What the data key is used for; each purpose has a key of its own. */
export interface Keys {
  /** Encrypts a text for storage; every call gives another result. */
  seal(text: string): string;
  /** Opens what {@link Keys.seal} made. Throws when it was altered or sealed with another key. */
  open(sealed: string): string;
  /** Keyed hash (HMAC-SHA256, base64url): equality can be told, the text cannot. */
  hash(text: string): string;
  /** Keyed hash as {@link Keys.hash}, under a key that only the audit trail has. */
  chain(text: string): string;
  /** Goes into every PIN hash, so that a stolen database alone cannot be guessed through. */
  readonly pepper: Buffer;
}

/**
 * Derives one key per purpose from the data key (HKDF-SHA256).
 * @param dataKey exactly {@link KEY_BYTES} bytes
 * @throws RangeError for another length
 */
export function deriveKeys(dataKey: Buffer): Keys {
  if (dataKey.length !== KEY_BYTES) throw new RangeError(`The data key has ${KEY_BYTES} bytes`);
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', dataKey, '', `tillside:${purpose}:1`, KEY_BYTES));
  const sealing = derive('seal');
  const hashing = derive('hash');
  const chaining = derive('audit');
  return {
    seal: (text) => seal(sealing, text),
    open: (sealed) => open(sealing, sealed),
    hash: (text) => keyedHash(hashing, text),
    chain: (text) => keyedHash(chaining, text),
    pepper: derive('pepper'),
  };
}

function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('base64url');
}

function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
}

function open(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new RangeError('A sealed text is too short to be one');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
}
