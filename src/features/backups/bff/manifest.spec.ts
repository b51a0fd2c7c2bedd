import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertUndamaged, fingerprint, type Manifest, readManifest, UnfitBackup } from './manifest.ts';

describe('a backup folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-manifest-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const FILE = 'tillside.sqlite';
  const manifestOf = (found: Pick<Manifest, 'bytes' | 'sha256'>) => ({ file: FILE, ...found }) as Manifest;

  it('is refused if its manifest never ends or is too large', () => {
    symlinkSync('/dev/zero', join(folder, 'backup.json'));
    expect(() => readManifest(folder)).toThrow(UnfitBackup);
    expect(() => readManifest(folder)).toThrow('backup.json is not a regular file: use another backup');
    rmSync(join(folder, 'backup.json'));
    writeFileSync(join(folder, 'backup.json'), Buffer.alloc(5 * 1024 * 1024, ' '));
    expect(() => readManifest(folder)).toThrow('is larger than 4 MiB');
  });

  it('is damaged if its journal never ends or has another size, and otherwise intact', async () => {
    writeFileSync(join(folder, FILE), 'journal');
    const whole = manifestOf(await fingerprint(join(folder, FILE)));
    await assertUndamaged(folder, whole);
    writeFileSync(join(folder, FILE), 'other journal');
    await expect(assertUndamaged(folder, whole)).rejects.toThrow('is damaged');
    rmSync(join(folder, FILE));
    await expect(assertUndamaged(folder, whole)).rejects.toThrow('cannot be read (ENOENT)');
    symlinkSync('/dev/zero', join(folder, FILE));
    await expect(assertUndamaged(folder, whole)).rejects.toThrow('is damaged');
  });
});
