import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run without -- NAME…`, `-- --all`, or `-- --third`, which another third follows with each
 * commit: proves that the core does not need a feature.
 *
 * For each it copies the sources, removes the folder of the feature, its entries in the lists, the
 * features that use it, and tests that import any of them or name their routes; then it compiles
 * what is left and, unless `--types` is given, runs the fast specs of the core. Exit code 1 if one of these fails.
 */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const LISTS = ['contract', 'check', 'tables', 'bff', 'pwa', 'actions'].map((side) => `src/features/${side}.ts`);
const FEATURES = readdirSync(join(ROOT, 'src/features'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const PROJECTS = ['src/bff', 'src/reader', 'src/pwa', 'src/pwa/tsconfig.workers.json', '.'];
const COPIED = [
  'src',
  'e2e',
  'bench',
  'docs',
  'public',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'README.md',
];

const typesOnly = process.argv.includes('--types');
const wanted = process.argv.slice(2).filter((word) => word !== '--types');
const names = wanted[0] === '--all' ? FEATURES : wanted[0] === '--third' ? thirdOf(commitCount()) : wanted;
const unknown = names.filter((name) => !FEATURES.includes(name));
if (names.length === 0 || unknown.length > 0) {
  process.stderr.write(`Name features of: ${FEATURES.join(', ')}\n`);
  process.exit(2);
}
process.exit(names.map(passesWithout).every(Boolean) ? 0 : 1);

function commitCount() {
  const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return Number(stdout) || 0;
}

function thirdOf(number) {
  return FEATURES.filter((_, position) => position % 3 === number % 3);
}

function passesWithout(name) {
  const copy = mkdtempSync(join(tmpdir(), 'tillside-without-'));
  try {
    for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const gone = withUsers(name);
    for (const feature of gone) rmSync(join(copy, 'src/features', feature), { recursive: true });
    for (const list of LISTS)
      writeFileSync(join(copy, list), withoutEntries(readFileSync(join(copy, list), 'utf8'), gone));
    const importsGone = (file) => importsOf(file).some((path) => !existsSync(path));
    const routes = routesWithout(copy, gone);
    const namesRoute = (file) =>
      /\.spec\.|\/rigs\//.test(file) && routesIn([file]).some((route) => routes.includes(route));
    const removed = removeTests(copy, (file) => importsGone(file) || namesRoute(file));
    const errors = typeErrors(copy);
    const named = removeTests(copy, (file) => errors.has(relative(copy, file)) || importsGone(file));
    const left = named > 0 ? typeErrors(copy) : errors;
    process.stdout.write(`Without ${gone.join(', ')}, and ${removed + named} files of tests that use them: `);
    if (left.size > 0) return fails([...left.values()].flat().join('\n'));
    if (typesOnly) {
      process.stdout.write('compiles\n');
      return true;
    }
    const specs = ['src/bff', 'src/contract', 'src/pwa'];
    const env = { ...process.env, NO_COLOR: '1' };
    const run = spawnSync('npm', ['run', 'unit:check', '--', ...specs], {
      cwd: copy,
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (run.status !== 0) return fails(run.stdout + run.stderr);
    process.stdout.write(`compiles;${/Tests .*/.exec(run.stdout)?.[0].slice(5)}\n`);
    return true;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function fails(why) {
  process.stdout.write(`fails\n${why}\n`);
  return false;
}

/** The compiler's errors by file. The copy has its own cache, so a second call takes less time. */
function typeErrors(copy) {
  const errors = new Map();
  for (const [at, project] of PROJECTS.entries()) {
    const cache = join(copy, `types-${at}.json`);
    const options = ['--pretty', 'false', '--tsBuildInfoFile', cache, '-p', project];
    const { stdout } = spawnSync('npx', ['tsc', ...options], { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 });
    for (const line of stdout.split('\n')) {
      const [, file] = /^([^\s(]+)\(/.exec(line) ?? [];
      if (file !== undefined) errors.set(file, [...(errors.get(file) ?? []), line]);
    }
  }
  return errors;
}

/** A feature with all that use it, directly or through others. */
function withUsers(name) {
  const gone = new Set([name]);
  for (let before = 0; before !== gone.size; ) {
    before = gone.size;
    for (const feature of FEATURES)
      if (programsIn(join(ROOT, 'src/features', feature)).some((file) => importsFeature(file, feature, gone)))
        gone.add(feature);
  }
  return [...gone];
}

function importsFeature(file, own, features) {
  return importsOf(file).some((path) => {
    const [, feature] = /^src\/features\/([\w-]+)\//.exec(relative(ROOT, path)) ?? [];
    return feature !== own && features.has(feature);
  });
}

/** Removes what a list imports from the features, and each entry that uses it. */
function withoutEntries(text, gone) {
  const isGone = (line) => gone.some((feature) => line.includes(`'./${feature}/`));
  const lines = text.split('\n');
  const imported = lines.filter(isGone).map((line) => /(?:\{ (?:type )?|as )(\w+)/.exec(line)?.[1]);
  const entries = imported.map((name) => new RegExp(`(?:\\.\\.\\.|'[^']+': )?\\b${name}\\b(?:, ?)?`, 'g'));
  return lines
    .filter((line) => !isGone(line))
    .map((line) => entries.reduce((rest, entry) => rest.replace(entry, ''), line))
    .join('\n')
    .replace(/(?:\s+extends|,)\s+\{\}/, ' {}');
}

/** Removes specs and what tests share for which `isOff` holds, until none is left. @returns how many */
function removeTests(copy, isOff) {
  let removed = 0;
  for (let before = -1; before !== removed; ) {
    before = removed;
    for (const file of ['src', 'e2e', 'bench'].flatMap((folder) => filesIn(join(copy, folder)))) {
      if (!isTest(relative(copy, file)) || !isOff(file)) continue;
      rmSync(file);
      removed += 1;
    }
  }
  return removed;
}

function isTest(path) {
  return /^(?:e2e|bench)\/|\.spec\.|\/testing\//.test(path);
}

/** The first part of addresses that only these features have. */
function routesWithout(copy, gone) {
  const left = routesIn(['contract', 'features'].flatMap((folder) => tablesIn(join(copy, 'src', folder))));
  const theirs = routesIn(gone.flatMap((feature) => tablesIn(join(ROOT, 'src/features', feature))));
  return theirs.filter((route) => !left.includes(route));
}

function tablesIn(folder) {
  return programsIn(folder).filter((file) => file.endsWith('endpoints.ts'));
}

function routesIn(files) {
  return files.flatMap((file) => readFileSync(file, 'utf8').match(/\/api\/[\w-]+/g) ?? []);
}

function importsOf(file) {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^'?]+)/g);
  return [...found].map(([, path]) => join(dirname(file), path));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

function programsIn(folder) {
  return filesIn(folder).filter((file) => !file.includes('.spec.'));
}
