import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Large folders that no check reads. */
const LEFT_OUT = ['node_modules', '.git', 'dist', 'screenshots'];
const LISTS = ['contract', 'tables', 'bff', 'pwa', 'actions'].map((list) => `src/features/${list}.ts`);
const PROJECTS = ['src/bff', 'src/pwa'];
/** Specs that read all features. */
const SPECS = [
  'src/features/voucher-notes',
  'src/testing/repository',
  'src/contract',
  'src/pwa/words',
  'src/bff/app',
  'src/bff/platform/store',
  'src/bff/redemption/recovery',
];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'tillside-feature-'));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(relative(ROOT, path)) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(program: string, ...words: string[]): { status: number | null; output: string } {
  const env = { ...process.env, NO_COLOR: '1', SPEED: 'check' };
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: copy,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { status, output: stdout + stderr };
}

const create = (...words: string[]) => run('node', 'src/tools/feature.mjs', ...words);
const read = (path: string) => readFileSync(join(copy, path), 'utf8');
const passed = { status: 0, output: expect.any(String) as string };

it.each(['', 'Voucher-Notes', '../notes', 'hold'])('the name %j is refused, and nothing is written', (name) => {
  const before = LISTS.map(read);
  expect(create(name)).toMatchObject({
    status: 2,
    output: expect.stringContaining('npm run feature -- voucher-notes') as string,
  });
  expect(LISTS.map(read)).toEqual(before);
});

it('a slot that does not exist is refused, and nothing is written', () => {
  const before = LISTS.map(read);
  expect(create('voucher-notes', '--slots', 'today,nowhere')).toMatchObject({
    status: 2,
    output: expect.stringContaining('checkFacts') as string,
  });
  expect(LISTS.map(read)).toEqual(before);
  expect(existsSync(join(copy, 'src/features/voucher-notes'))).toBe(false);
});

it('a written feature is in each list once, names what is left to do, and passes the checks', {
  timeout: 600_000,
}, () => {
  expect(create('voucher-notes', '--slots', 'checkFacts,today', '--audit')).toMatchObject({
    status: 0,
    output: expect.stringContaining('navigation-entries.ts') as string,
  });
  for (const list of LISTS)
    expect(read(list).match(/'\.\/voucher-notes\//g)?.length).toBe(/tables|contract/.test(list) ? 2 : 1);
  expect(read('src/features/voucher-notes/pwa/feature.ts')).toMatch(
    /slots: \{ checkFacts: VoucherNotesPart, today: VoucherNotesPart \}/,
  );
  expect(read('src/README.md')).toContain('features/voucher-notes/README.md');
  expect(existsSync(join(copy, 'src/features/voucher-notes/README.md'))).toBe(true);
  for (const path of readdirSync(join(copy, 'src/features/voucher-notes'), { recursive: true, encoding: 'utf8' }))
    expect(path).not.toMatch(/sample|NUMBER|\.txt$/);
  for (const project of PROJECTS) expect(run('npx', 'tsc', '-p', project, '--incremental', 'false')).toEqual(passed);
  for (const check of [['biome', 'ci'], ['knip'], ['oxlint', '--type-aware', 'src/features/voucher-notes']])
    expect(run('npx', ...check)).toEqual(passed);
  const tests = run('npx', 'vitest', 'run', '-c', 'src/testing/vitest.config.ts', ...SPECS);
  expect([tests.output.match(/^.*FAIL.*$/gm), tests.status]).toEqual([null, 0]);
});

it('two features follow one another, with migrations in order', () => {
  expect(create('opening-notes')).toEqual(passed);
  const numbers = [...read('src/features/tables.ts').matchAll(/'(\d{4})-(?:voucher|opening)-notes'/g)].map(
    ([, number]) => Number(number),
  );
  expect(numbers).toEqual([numbers[0], (numbers[0] ?? 0) + 1]);
});
