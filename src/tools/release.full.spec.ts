import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import packageFile from '../../package.json' with { type: 'json' };
import { endpoints } from '../contract/platform/endpoints.ts';
import { launch, listening, type ServerProcess } from '../testing/crash/server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUTPUT = join(ROOT, 'dist/release');
const NAME = `tillside-${packageFile.version}`;
/** With a build, if the sources changed. */
const TIMEOUT_MS = 240_000;

let folder: string;
let server: ServerProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-release-'));
  return async () => {
    await server?.kill();
    rmSync(folder, { recursive: true });
  };
});

/** Runs a program to its end. @throws AssertionError with its output unless its exit code is 0 */
function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
    encoding: 'utf8',
  });
  expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 });
  return stdout;
}

it(
  'an unpacked release serves the page, backs up, restores and passes the doctor without packages of this repository',
  async () => {
    run('npm', ['run', '--silent', 'release'], ROOT, { ...(process.env['HOME'] && { HOME: process.env['HOME'] }) });
    run('sha256sum', ['--check', `${NAME}.tar.gz.sha256`], OUTPUT);
    run('tar', ['-xzf', join(OUTPUT, `${NAME}.tar.gz`)], folder);
    const release = join(folder, NAME);
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(release, 'package.json'), 'utf8')));
    const commands = Object.entries(packageFile.scripts).filter(([, script]) => script.includes('dist/server/'));
    expect(scripts).toEqual(Object.fromEntries(commands));
    const programs = Object.values(scripts).map((script) => /dist\/\S+/.exec(script)?.[0] ?? 'none');
    expect(programs.filter((program) => !existsSync(join(release, program)))).toEqual([]);
    expect(existsSync(join(release, 'docs/deploy/tillside.service'))).toBe(true);

    const env = { DATA_DIR: join(folder, 'data') };
    const backup = join(folder, 'backup');
    const command = (name: string, ...args: string[]) =>
      run('npm', ['run', '--silent', name, '--', ...args], release, env);
    expect(command('doctor')).toContain(packageFile.version);
    server = launch(join(release, 'dist/server/main.js'), env);
    const origin = await listening(server);
    expect((await fetch(`${origin}${endpoints.health.path}`)).status).toBe(200);
    expect(await (await fetch(origin)).text()).toContain('<html');
    expect(command('shop', 'export')).toContain('firstShop:');
    command('backup', backup);
    await server.stop();
    command('restore', backup, '--replace');
  },
  TIMEOUT_MS,
);
