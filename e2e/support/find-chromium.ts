import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { isExecutable } from '../../src/testing/is-executable.ts';

/** Debian's package of Chromium without its windows: the same engine, and a story costs a quarter less. Some releases do not have it. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds a browser for the tests, or installs one: `CHROMIUM_PATH`, a Chromium or Chrome of the
 * system, Playwright's own, as root on Debian the distribution's package, and else Playwright's
 * download. Prints what it did, and sets `CHROMIUM_PATH` for child processes.
 * @returns the path of the executable
 * @throws Error if there is none
 */
export function findChromium(): string {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH names no program: ${given}`);
    return given;
  }
  const found = systemChromium() ?? playwrightChromium() ?? installChromium() ?? downloadChromium();
  if (!found) throw new Error('No Chromium was found and none could be installed. Install one, or name one in CHROMIUM_PATH.');
  say(`using ${found}`);
  process.env['CHROMIUM_PATH'] = found;
  return found;
}

function systemChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...ELSEWHERE].find(isExecutable);
}

function playwrightChromium(): string | undefined {
  const path = chromium.executablePath();
  return isExecutable(path) ? path : undefined;
}

function downloadChromium(): string | undefined {
  say('no Chromium on this machine: playwright install chromium');
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', shell: process.platform === 'win32' });
  return status === 0 ? playwrightChromium() : undefined;
}

function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  say(`as root on Debian: apt-get install ${SHELL}, or else chromium`);
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit' }).status === 0;
  const install = (name: string) => apt('install', '-y', '--no-install-recommends', name);
  return apt('update') && (install(SHELL) || install('chromium')) ? systemChromium() : undefined;
}

function say(words: string): void {
  process.stdout.write(`browser for the tests: ${words}\n`);
}
