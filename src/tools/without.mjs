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
 * `npm run without -- NAME…`, or `-- --random 3`: proves that the core does not need a feature.
 *
 * For each it copies the sources, removes the folder of the feature, its lines in the lists, the
 * features that use it, and tests that import any of them; then it compiles what is left and runs
 * the specs of the core. Exit code 1 if one of these fails.
 */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const LISTS = ['contract', 'tables', 'bff', 'pwa'].map((side) => `src/features/${side}.ts`);
const FEATURES = readdirSync(join(ROOT, 'src/features'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const wanted = process.argv.slice(2);
const names = wanted[0] === '--random' ? drawn(Number(wanted[1])) : wanted;
const unknown = names.filter((name) => !FEATURES.includes(name));
if (names.length === 0 || unknown.length > 0) {
  process.stderr.write(`Name features of: ${FEATURES.join(', ')}\n`);
  process.exit(2);
}
process.exit(names.map(passesWithout).every(Boolean) ? 0 : 1);

function drawn(count) {
  const left = [...FEATURES];
  return Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)).flat();
}

function passesWithout(name) {
  const copy = mkdtempSync(join(tmpdir(), 'tillside-without-'));
  try {
    for (const path of ['src', 'docs', 'public', 'package.json', 'tsconfig.json', 'vite.config.ts', 'README.md'])
      cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const gone = withUsers(name);
    for (const feature of gone) rmSync(join(copy, 'src/features', feature), { recursive: true });
    for (const list of LISTS)
      writeFileSync(join(copy, list), withoutLines(readFileSync(join(copy, list), 'utf8'), gone));
    const removed = removeTests(copy, (file) => importsOf(file).some((path) => !existsSync(path)));
    const errors = typeErrors(copy);
    const named = removeTests(copy, (file) => errors.has(relative(copy, file)));
    const left = named > 0 ? typeErrors(copy) : errors;
    process.stdout.write(`Without ${gone.join(', ')}, and ${removed + named} files of tests that use them: `);
    if (left.size > 0) return fails([...left.values()].flat().join('\n'));
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

/** What the compiler says, by file. */
function typeErrors(copy) {
  const errors = new Map();
  for (const project of ['src/bff', 'src/pwa', 'src/pwa/scan']) {
    const { stdout } = spawnSync('npx', ['tsc', '--pretty', 'false', '-p', project], { cwd: copy, encoding: 'utf8' });
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

/** A list without the features: neither what it imports from them, nor lines that use that. */
function withoutLines(text, gone) {
  const imported = text
    .split('\n')
    .filter((line) => gone.some((feature) => line.includes(`'./${feature}/`)))
    .flatMap((line) => /\{ (?:type )?(\w+) \}/.exec(line)?.[1] ?? []);
  const uses = (line) => imported.some((name) => new RegExp(`\\b${name}\\b`).test(line));
  const isOneOfMany = (line) => line.startsWith('export interface');
  return text
    .split('\n')
    .filter((line) => isOneOfMany(line) || !uses(line))
    .map((line) =>
      isOneOfMany(line)
        ? imported.reduce((rest, name) => rest.replace(new RegExp(`\\b${name}\\b,? ?`), ''), line)
        : line,
    )
    .join('\n');
}

/** Removes specs and what tests share for which `isOff` holds, until none is left. @returns how many */
function removeTests(copy, isOff) {
  let removed = 0;
  for (let before = -1; before !== removed; ) {
    before = removed;
    for (const file of filesIn(join(copy, 'src'))) {
      if (!/\.spec\.|\/testing\//.test(file) || !isOff(file)) continue;
      rmSync(file);
      removed += 1;
    }
  }
  return removed;
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
