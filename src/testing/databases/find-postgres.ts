import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's folder for programs of PostgreSQL that are not on the path. */
const DEBIAN = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'postgres'];

/** The folder of PostgreSQL's programs, or the reason why there is none. */
export type PostgresSearchResult = { readonly programs: string } | { readonly missing: string };

/**
 * Finds PostgreSQL at Debian's location and on the path, or installs it as root on Debian, which it
 * prints.
 */
export function findPostgres(): PostgresSearchResult {
  const programs = lookUp() ?? install();
  if (programs !== null) return { programs };
  return { missing: 'PostgreSQL is not on this machine (no initdb on the PATH or in /usr/lib/postgresql) and could not be installed' };
}

function lookUp(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program)))) ?? null;
}

function install(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null;
  process.stdout.write('database for the tests: as root on Debian: apt-get install postgresql\n');
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit' }).status === 0;
  const installed = apt('update') && apt('install', '-y', '--no-install-recommends', 'postgresql');
  return installed ? lookUp() : null;
}
