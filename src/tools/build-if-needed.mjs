import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds if there is no build, or if its sources have changed since. It runs before every start, so
 * it needs only Node.
 */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** The outputs of a complete build: pages first, server last. */
const BUILT = ['dist/pwa/index.html', 'dist/server/main.js'];
const SOURCES = [
  'src',
  'public',
  'docs/registers.md',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

const builtAt = Math.min(...BUILT.map(changedAt));
const sourcesAt = Math.max(...SOURCES.map(changedAt));
if (sourcesAt > builtAt) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) {
    process.stderr.write(
      'The build needs the development packages: run npm ci, or install a release archive instead.\n',
    );
    process.exit(1);
  }
  process.stdout.write(
    builtAt === 0 ? 'Building, because there is no build yet.\n' : 'Building, because sources changed.\n',
  );
  const { status } = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}

/**
 * @param {string} path relative to the repository
 * @returns {number} when the file, or anything in the folder, last changed (milliseconds); 0 if it
 * does not exist
 */
function changedAt(path) {
  const file = join(ROOT, path);
  if (!existsSync(file)) return 0;
  const stat = statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const within = readdirSync(file, { recursive: true, withFileTypes: true });
  return Math.max(stat.mtimeMs, ...within.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}
