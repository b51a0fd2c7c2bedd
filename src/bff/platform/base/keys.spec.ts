import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { confirmDataKey, hasDataKey, loadDataKey } from '../storage/data-key.ts';
import { deriveKeys, KEY_BYTES } from './keys.ts';

const REF = '1234567890';
const keys = deriveKeys(Buffer.alloc(KEY_BYTES, 1));
const others = deriveKeys(Buffer.alloc(KEY_BYTES, 2));

describe('sealing', () => {
  it('restores the same text, and looks different each time', () => {
    const sealed = [keys.seal(REF), keys.seal(REF)];
    expect(sealed.map((text) => keys.open(text))).toEqual([REF, REF]);
    expect(sealed[0]).not.toBe(sealed[1]);
    expect(keys.open(keys.seal(''))).toBe('');
    expect(keys.open(keys.seal('礼券 ··'))).toBe('礼券 ··');
  });

  it('refuses text that was altered, truncated or sealed with another key', () => {
    const bytes = Buffer.from(keys.seal(REF), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(() => keys.open(altered.toString('base64url'))).toThrow(Error);
    }
    expect(() => keys.open(bytes.subarray(0, 20).toString('base64url'))).toThrow(RangeError);
    expect(() => others.open(keys.seal(REF))).toThrow(Error);
  });
});

it('a hash reveals equality under one key only', () => {
  expect(keys.hash(REF)).toBe(keys.hash(REF));
  expect(keys.hash(REF)).toMatch(/^[\w-]{43}$/);
  expect(keys.hash(REF)).not.toBe(keys.hash(`${REF}1`));
  expect(keys.hash(REF)).not.toBe(others.hash(REF));
});

it('a data key of another length is refused', () => {
  expect(() => deriveKeys(Buffer.alloc(16))).toThrow('32 bytes');
});

describe('the data key of a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'tillside-keys-')), 'data');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is created once, readable by its owner only, and gets its final name once a journal uses it', () => {
    const key = loadDataKey(folder, false);
    expect(key).toHaveLength(KEY_BYTES);
    expect([loadDataKey(folder, false), loadDataKey(folder, true)]).toEqual([key, key]);
    expect(hasDataKey(folder)).toBe(false);
    confirmDataKey(folder);
    confirmDataKey(folder);
    expect(readdirSync(folder)).toEqual(['keys']);
    expect(loadDataKey(folder, true)).toEqual(key);
    expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o600);
  });

  it('is never replaced if the journal needs the old key, or if it is damaged', () => {
    expect(() => loadDataKey(folder, true)).toThrow('is missing');
    loadDataKey(folder, false);
    confirmDataKey(folder);
    writeFileSync(join(folder, 'keys'), 'short');
    expect(() => loadDataKey(folder, true)).toThrow('does not contain');
    expect(readFileSync(join(folder, 'keys'), 'utf8')).toBe('short');
  });
});
