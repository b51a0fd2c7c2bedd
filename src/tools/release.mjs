import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run release`: packs the built server into `dist/release/tillside-VERSION.tar.gz`, with its
 * packages, the page and the documents. A machine with this system and Node runs it.
 *
 * `--server FOLDER` only copies what the server needs at run time, as in a container.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUTPUT = join(ROOT, 'dist/release');
/** In git, because `docs/deploy` can contain settings and secrets of this machine. */
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'docs'];

/** Packages with a native part; the server's bundle contains all others. */
const NATIVE_PACKAGES = readJson('src/tools/native-packages.json');
const { name, version, license, type, engines, scripts, dependencies } = readJson('package.json');

const [option, folder] = process.argv.slice(2);
if (option === '--server' && folder !== undefined) copyServer(resolve(folder));
else if (option === undefined) pack();
else {
  process.stderr.write('npm run release [-- --server FOLDER]\n');
  process.exit(2);
}

function pack() {
  const release = `${name}-${version}`;
  rmSync(OUTPUT, { recursive: true, force: true });
  copyServer(join(OUTPUT, release));
  const documents = execFileSync('git', ['ls-files', '-z', ...DOCUMENTS], { cwd: ROOT, encoding: 'utf8' });
  for (const path of documents.split('\0').filter(Boolean)) cpSync(join(ROOT, path), join(OUTPUT, release, path));
  const archive = `${release}.tar.gz`;
  execFileSync('tar', ['--owner=0', '--group=0', '--mode=go-w,a+rX', '-czf', archive, release], { cwd: OUTPUT });
  const digest = createHash('sha256')
    .update(readFileSync(join(OUTPUT, archive)))
    .digest('hex');
  writeFileSync(join(OUTPUT, `${archive}.sha256`), `${digest}  ${archive}\n`);
  process.stdout.write(`dist/release/${archive}, for ${process.platform} ${process.arch}\n`);
}

/** Copies the build, its packages, and a package.json with the commands that need nothing else. */
function copyServer(to) {
  mkdirSync(to, { recursive: true });
  for (const side of ['dist/pwa', 'dist/server']) cpSync(join(ROOT, side), join(to, side), { recursive: true });
  for (const installed of packagesOf(NATIVE_PACKAGES)) {
    const path = join('node_modules', installed);
    /* Sources in C are for systems without a prebuilt part. */
    cpSync(join(ROOT, path), join(to, path), { recursive: true, filter: (from) => from !== join(ROOT, path, 'src') });
  }
  const description = {
    name,
    version,
    private: true,
    license,
    type,
    engines,
    scripts: pick(scripts, (_, command) => command.includes(' dist/server/')),
    dependencies: pick(dependencies, (dependency) => NATIVE_PACKAGES.includes(dependency)),
  };
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
}

/** Returns packages with everything that they need, as far as this system has it installed. */
function packagesOf(names) {
  const found = new Set(names);
  for (const one of found) {
    const { dependencies: needed, optionalDependencies: optional } = readJson(`node_modules/${one}/package.json`);
    const all = Object.keys({ ...needed, ...optional });
    for (const other of all) if (existsSync(join(ROOT, 'node_modules', other))) found.add(other);
  }
  return found;
}

function pick(record, isWanted) {
  return Object.fromEntries(Object.entries(record).filter(([key, value]) => isWanted(key, value)));
}

function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
