import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isExecutable } from '../../../src/testing/is-executable.ts';

/** Programs for WebKit: its driver, the browser that this drives, and a virtual X server. */
export interface WebkitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
}

/** The Debian packages of these programs. */
const PACKAGES = { firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb'] } as const;
/** Environment variable that tells child processes which packages could not be installed. */
const IN_VAIN = 'ENGINES_NOT_INSTALLED';

/**
 * Finds Firefox, or as root on Debian installs the distribution's. Prints what it installs.
 * @returns the path of the program, or null
 */
export function findFirefox(): string | null {
  const find = () => process.env['FIREFOX_PATH'] ?? onPath('firefox-esr') ?? onPath('firefox');
  return find() ?? (install(PACKAGES.firefox) ? (find() ?? null) : null);
}

/**
 * Finds WebKit’s driver and its programs, or as root on Debian installs them. @returns null if one
 * of them is missing
 */
export function findWebkit(): WebkitPrograms | null {
  const find = (): WebkitPrograms | null => {
    const driver = onPath('WebKitWebDriver');
    const screen = onPath('Xvfb');
    const browser = miniBrowser();
    return driver && screen && browser ? { driver, screen, browser } : null;
  };
  return find() ?? (install(PACKAGES.webkit) ? find() : null);
}

/**
 * Prepares both engines before the tests begin, so that no two processes install at once; prints
 * which one is skipped.
 */
export function prepareEngines(): void {
  const found = { firefox: findFirefox(), webkit: findWebkit() };
  for (const engine of ['firefox', 'webkit'] as const) {
    const isWorker = process.env['TEST_WORKER_INDEX'] !== undefined;
    if (found[engine] === null && !isWorker) process.stdout.write(`engines for the tests: left out: ${whyNot(engine)}\n`);
  }
}

/** The reason for skipping an engine, for the report. */
export function whyNot(engine: keyof typeof PACKAGES): string {
  return `${engine} is not on this machine: apt-get install ${PACKAGES[engine].join(' ')}`;
}

function onPath(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** WebKitGTK's own small browser, which is installed with the library. */
function miniBrowser(): string | undefined {
  const libraries = ['/usr/lib', ...foldersIn('/usr/lib')].flatMap((folder) => foldersIn(folder, /^webkit(2gtk|gtk)-/));
  return libraries.map((folder) => join(folder, 'MiniBrowser')).find(isExecutable);
}

function foldersIn(folder: string, name = /-linux-gnu/): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((entry) => name.test(entry))
    .sort()
    .toReversed()
    .map((entry) => join(folder, entry));
}

function install(packages: readonly string[]): boolean {
  /*
   * The part of every test run uses only installed engines: a download takes longer than its tests.
   */
  if (process.env['ENGINES'] === 'present') return false;
  const name = packages.join(' ');
  const inVain = (process.env[IN_VAIN] ?? '').split(',');
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || inVain.includes(name)) return false;
  process.stdout.write(`engines for the tests: as root on Debian: apt-get install ${name}\n`);
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const isDone = apt('update') && apt('install', '-y', '--no-install-recommends', ...packages);
  if (!isDone) process.env[IN_VAIN] = [...inVain, name].join(',');
  return isDone;
}
