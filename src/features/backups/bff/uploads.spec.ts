import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUploads } from './uploads.ts';

const DATA = 'tillside.sqlite';
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tillside-uploads-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function pieceOf(text: string, offset: number, totalBytes = 10) {
  const data = Buffer.from(text).toString('base64');
  return { code: '', upload: '00000000-0000-4000-8000-000000000001', file: DATA, offset, data, totalBytes } as const;
}

const storedIn = (answer: { readonly isStored: boolean; readonly folder?: string }) => answer.folder ?? '';

it('the file is assembled from its pieces in any order', async () => {
  const uploads = createUploads(directory);
  await uploads.store(pieceOf('fghij', 5));
  const folder = storedIn(await uploads.store(pieceOf('abcde', 0)));
  expect(readFileSync(join(folder, DATA), 'utf8')).toBe('abcdefghij');
});

it('a new upload replaces an earlier one, and a stopped upload leaves nothing behind', async () => {
  const uploads = createUploads(directory);
  await uploads.store(pieceOf('abcdefghij', 0));
  const other = randomUUID();
  const folder = storedIn(await uploads.store({ ...pieceOf('other', 0), upload: other }));
  expect(readFileSync(join(folder, DATA), 'utf8')).toBe('other');
  uploads.discard();
  expect(existsSync(folder)).toBe(false);
  expect(await uploads.store({ ...pieceOf('late', 0), upload: other })).toMatchObject({ isStored: false });
  expect(existsSync(folder)).toBe(false);
});

it('a backup too large for the disk, and a piece beyond its size, are refused with the reason', async () => {
  const uploads = createUploads(directory);
  expect(await uploads.store(pieceOf('abcde', 0, Number.MAX_SAFE_INTEGER))).toMatchObject({
    isStored: false,
    message: expect.stringContaining('free space'),
  });
  expect(await uploads.store(pieceOf('abcde', 8))).toMatchObject({
    isStored: false,
    message: expect.stringContaining(DATA),
  });
});
