import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** The scripts that change to another version, with programs that only record their calls. */

const FOLDER = fileURLToPath(new URL('../../../docs/deploy/', import.meta.url));
let machine: string;

beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'tillside-switch-'));
  for (const name of ['systemctl', 'tillside-command', 'docker']) {
    const program = `#!/bin/sh\necho "${name} $*" >>${machine}/calls\ncase "$*" in $REFUSED) exit 1; esac\n`;
    writeFileSync(join(machine, name), program, { mode: 0o755 });
  }
  mkdirSync(join(machine, 'release/dist/server'), { recursive: true });
  writeFileSync(join(machine, 'release/dist/server/main.js'), '');
});
afterEach(() => rmSync(machine, { recursive: true }));

/** @param refused a pattern of the calls that end with an error */
function run(script: string, args: readonly string[], refused = 'none') {
  const env = { PATH: `${machine}:${process.env['PATH'] ?? ''}`, TILLSIDE_HOME: join(machine, 'home'), REFUSED: refused };
  const { status } = spawnSync(join(FOLDER, script), args, { env });
  const calls = readFileSync(join(machine, 'calls'), { encoding: 'utf8', flag: 'a+' });
  return { status, calls: calls.trimEnd().split('\n') };
}

it('the service is stopped to change the release, and the doctor checks it', () => {
  const release = join(machine, 'release');
  expect(run('tillside-switch', [release])).toEqual({
    status: 0,
    calls: ['systemctl stop tillside', 'tillside-command restore --before-upgrade', 'systemctl start tillside', 'tillside-command doctor'],
  });
  expect(realpathSync(join(machine, 'home'))).toBe(realpathSync(release));
});

it('all shops of a machine are switched together', () => {
  const { calls } = run('tillside-switch', [join(machine, 'release'), '@one', '@two']);
  expect(calls.slice(0, 3)).toEqual([
    'systemctl stop tillside@one',
    'systemctl stop tillside@two',
    'tillside-command @one restore --before-upgrade',
  ]);
});

it('a folder without a build does not stop the service, and a refused restore does not start it', () => {
  expect(run('tillside-switch', [machine])).toEqual({ status: 1, calls: [''] });
  const { status, calls } = run('tillside-switch', [join(machine, 'release')], 'restore*');
  expect([status, calls.at(-1)]).toEqual([1, 'tillside-command restore --before-upgrade']);
});

it('a container is replaced only by a container of an existing image', () => {
  const { status, calls } = run('run-container.sh', ['0.1.0-abc']);
  expect([status, calls.map((call) => call.replace(/ --memory.*settings /, ' … '))]).toEqual([
    0,
    [
      'docker image inspect tillside:0.1.0-abc',
      'docker container inspect tillside',
      'docker stop tillside',
      'docker rm tillside',
      'docker run --rm … tillside:0.1.0-abc node dist/server/restore.js --before-upgrade',
      'docker run --detach --name tillside --restart unless-stopped --stop-timeout 20 --publish 127.0.0.1:8787:8787 … tillside:0.1.0-abc',
    ],
  ]);
  expect(run('run-container.sh', ['0.1.0-none'], 'image*').calls.at(-1)).toBe('docker image inspect tillside:0.1.0-none');
});
