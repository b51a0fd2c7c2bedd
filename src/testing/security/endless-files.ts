import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ToolReport } from './tools.ts';

const WITHIN_MS = 20_000;
const HEAP_MIB = 256;
const ENDLESS = '/dev/zero';

interface EndlessFile {
  readonly name: string;
  readonly program: 'main' | 'doctor' | 'restore';
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** In the data folder. */
  readonly link?: string;
}

/**
 * Starts programs of the build with a file that never ends, or with a pipe that nobody writes to.
 * Each must end soon, in little memory, and say that it is no file.
 * @param programs folder of the built server
 */
export async function tryEndlessFiles(programs: string): Promise<ToolReport> {
  const folder = await mkdtemp(join(tmpdir(), 'tillside-endless-'));
  const pipe = join(folder, 'pipe');
  const backup = join(folder, 'backup');
  const key = { DATA_KEY_FILE: ENDLESS };
  const tls = (file: string) => ({ TLS_CERT_FILE: file, TLS_KEY_FILE: file });
  try {
    await promisify(execFile)('mkfifo', [pipe]);
    await mkdir(backup);
    await symlink(ENDLESS, join(backup, 'backup.json'));
    const found: string[] = [];
    for (const attack of [
      { name: 'a secret', program: 'main', env: key },
      { name: 'a secret in a pipe', program: 'main', env: { DATA_KEY_FILE: pipe } },
      { name: 'a certificate', program: 'main', env: tls(ENDLESS) },
      { name: 'a certificate in a pipe', program: 'doctor', env: tls(pipe) },
      { name: 'the data key', program: 'main', link: 'keys.new' },
      { name: 'the record of the journal', program: 'main', link: 'journal-id' },
      { name: 'the manifest of a backup', program: 'restore', args: [backup] },
    ] satisfies EndlessFile[]) {
      const dataDir = await mkdtemp(join(folder, 'data-'));
      found.push(...(await attackWith(attack, { programs, dataDir })));
    }
    return { name: 'endless files', found, noted: [] };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function attackWith(
  { name, program, env, args = [], link }: EndlessFile,
  { programs, dataDir }: { readonly programs: string; readonly dataDir: string },
): Promise<string[]> {
  if (link !== undefined) await symlink(ENDLESS, join(dataDir, link));
  const command = [`--max-old-space-size=${HEAP_MIB}`, join(programs, `${program}.js`), ...args];
  const settings = { ...env, PATH: process.env['PATH'], VOUCHER_SERVICE: 'sandbox', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir };
  const { isKilled, output } = await new Promise<{ readonly isKilled: boolean; readonly output: string }>((resolve) => {
    execFile(process.execPath, command, { env: settings, timeout: WITHIN_MS, killSignal: 'SIGKILL' }, (error, out, err) =>
      resolve({ isKilled: error?.killed === true || error?.signal != null, output: out + err }),
    );
  });
  if (isKilled) return [`${name} held ${program} for ${WITHIN_MS / 1000} seconds, or all of its memory`];
  return /NOT_A_FILE|is not a regular file/.test(output) ? [] : [`${name}: ${program} does not say why: ${output.slice(-200)}`];
}
