import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSmallFile, readSmallText } from './small-file.ts';

const MIB = 1024 * 1024;

describe.skipIf(process.platform === 'win32')('a small file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-small-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const fileOf = (content: string | Buffer): string => {
    const file = join(folder, 'file');
    writeFileSync(file, content);
    return file;
  };
  const pipe = (): string => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    return join(folder, 'pipe');
  };

  it.each(['', 'a', 'பிரியா\n', 'x'.repeat(MIB)])('is read completely (%#)', (content) => {
    expect(readSmallText(fileOf(content))).toBe(content);
  });

  it('may be a link, because orchestrators mount secrets as links', () => {
    symlinkSync(fileOf('secret'), join(folder, 'link'));
    expect(readSmallText(join(folder, 'link'))).toBe('secret');
  });

  it.runIf(process.platform === 'linux')('is read even if it reports no size', () => {
    expect(readSmallText('/proc/self/status')).toMatch(/^Name:/);
  });

  it.each([
    ['a file above the limit', () => fileOf(Buffer.alloc(MIB + 1)), 'FILE_TOO_LARGE'],
    ['an endless device', () => '/dev/zero', 'NOT_A_FILE'],
    ['a pipe without a writer', pipe, 'NOT_A_FILE'],
    ['a folder', () => folder, 'NOT_A_FILE'],
    ['nothing', () => join(folder, 'none'), 'ENOENT'],
  ])('cannot be %s', (_, make, code) => {
    const file = make();
    expect(() => readSmallFile(file)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(file) as string }),
    );
  });
});
