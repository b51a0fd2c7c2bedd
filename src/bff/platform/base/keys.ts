import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Length of the data key, of the root and of every key derived from it. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/**
 * The sealing key that is derived from the root. Texts encrypted with it start with no key number,
 * because older journals had only this key.
 */
export const FIRST_SEALING_KEY = 1;

/** Uses of a journal's keys; each purpose has its own key. */
export interface Keys {
  /** Encrypts a text for storage; every call gives another result. */
  seal(text: string): string;
  /**
   * Decrypts {@link Keys.seal}, with any sealing key of the journal. Throws if the text was altered
   * or the key is unknown here.
   */
  open(sealed: string): string;
  /** Keyed hash (HMAC-SHA256, base64url): reveals equality, but not the text. */
  hash(text: string): string;
  /** As {@link Keys.hash}, with a key that only the audit trail uses. */
  chain(text: string): string;
  /** Included in every PIN hash, so that PINs cannot be guessed from a stolen database alone. */
  readonly pepper: Buffer;
}

/** The keys of a journal in a running server, which may receive new sealing keys. */
export interface KeyRing extends Keys {
  /** The key that currently opens the wrapped keys in the database. */
  dataKey(): Buffer;
  takeDataKey(key: Buffer): void;
  /**
   * The root of hashes, the audit trail and the first sealing key; it never changes in the life of
   * the journal.
   */
  readonly root: Buffer;
  /** Sealing keys besides the first, by number. */
  readonly sealing: ReadonlyMap<number, Buffer>;
  /** Adds a key that can decrypt from now on. */
  learn(number: number, key: Buffer): void;
  /** Encrypts with this key from now on. Throws RangeError if the key is unknown. */
  sealWith(number: number): void;
  sealsWith(): number;
}

/**
 * Returns a keyed hash as a UUID v4, so that the same text gives the same id even if the journal
 * lost it.
 */
export function hashedUuid(keys: Pick<Keys, 'hash'>, text: string): string {
  const bytes = Buffer.from(keys.hash(text), 'base64url').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Returns the keys of a journal whose root is the data key itself, as in journals from before roots
 * were wrapped.
 */
export function deriveKeys(dataKey: Buffer): KeyRing {
  return createKeyRing(dataKey, dataKey);
}

/**
 * Derives one key per purpose from the root (HKDF-SHA256).
 * @param dataKey exactly {@link KEY_BYTES} bytes, as the root
 * @throws RangeError for another length
 */
export function createKeyRing(dataKey: Buffer, root: Buffer): KeyRing {
  for (const key of [dataKey, root]) assertLength(key);
  const sealing = new Map<number, Buffer>();
  const first = derive(root, 'seal');
  const hashing = derive(root, 'hash');
  const chaining = derive(root, 'audit');
  let opening = dataKey;
  let current = FIRST_SEALING_KEY;

  function keyOf(number: number): Buffer {
    const key = number === FIRST_SEALING_KEY ? first : sealing.get(number);
    if (key === undefined) throw new RangeError(`Sealing key ${number} is unknown to this server`);
    return key;
  }

  return {
    root,
    sealing,
    pepper: derive(root, 'pepper'),
    hash: (text) => keyedHash(hashing, text),
    chain: (text) => keyedHash(chaining, text),
    seal(text) {
      const sealed = seal(keyOf(current), Buffer.from(text, 'utf8'));
      return current === FIRST_SEALING_KEY ? sealed : `${current}.${sealed}`;
    },
    open: (sealed) => open(keyOf(sealingKeyOf(sealed)), sealed.slice(sealed.indexOf('.') + 1)).toString('utf8'),
    dataKey: () => opening,
    takeDataKey(key) {
      assertLength(key);
      opening = key;
    },
    learn(number, key) {
      assertLength(key);
      sealing.set(number, key);
    },
    sealWith(number) {
      keyOf(number);
      current = number;
    },
    sealsWith: () => current,
  };
}

/** Returns the number of the key that encrypted a text. */
export function sealingKeyOf(sealed: string): number {
  const dot = sealed.indexOf('.');
  return dot === -1 ? FIRST_SEALING_KEY : Number(sealed.slice(0, dot));
}

/** Wraps a key for the database: it cannot be read without the data key. */
export function wrapKey(dataKey: Buffer, key: Buffer): string {
  return seal(derive(dataKey, 'wrap'), key);
}

/** Unwraps {@link wrapKey}. Throws if it was altered or wrapped with another data key. */
export function unwrapKey(dataKey: Buffer, wrapped: string): Buffer {
  return open(derive(dataKey, 'wrap'), wrapped);
}

/** Returns a mark that identifies a data key without revealing it. */
export function dataKeyMark(dataKey: Buffer): string {
  return keyedHash(derive(dataKey, 'data-key-mark'), 'data-key');
}

export function makeKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

function assertLength(key: Buffer): void {
  if (key.length !== KEY_BYTES) throw new RangeError(`The data key must have ${KEY_BYTES} bytes`);
}

function derive(from: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', from, '', `tillside:${purpose}:1`, KEY_BYTES));
}

function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('base64url');
}

function seal(key: Buffer, text: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
}

function open(key: Buffer, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new RangeError('The sealed text is too short');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
