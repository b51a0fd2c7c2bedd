import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The repository tests its own shape: who may import whom, how long a file may be, which words it may hold. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LINES_MAX = 300;
/** Questions that the index of files answers at least. */
const INDEX_MIN = 40;
/** How many words a page may have that a newcomer reads first. */
const WORDS_MAX = { 'README.md': 900, 'src/README.md': 1_800 } as const;
const AREAS = ['bff', 'client', 'contract', 'pwa', 'reader', 'sandbox', 'testing', 'tools'] as const;
type Area = (typeof AREAS)[number];

/** Which other areas an area may import. Tests may see all, so they are left out. */
const ARROWS: Record<Area, readonly Area[]> = {
  client: [],
  contract: [],
  pwa: ['contract', 'reader'],
  reader: [],
  bff: ['contract', 'sandbox'],
  sandbox: [],
  testing: ['bff', 'client', 'contract', 'sandbox', 'pwa', 'reader', 'tools'],
  tools: ['bff'],
};
/**
 * Areas of the core, from the lowest level to the highest: an area imports only areas below it.
 * Features stand above the core, see {@link USES}.
 */
const LEVELS: Readonly<Partial<Record<Area, readonly (readonly string[])[]>>> = {
  bff: [
    ['platform/base'],
    ['platform/store'],
    ['platform/http', 'issuer'],
    ['platform/config'],
    ['platform/audit'],
    ['platform/storage', 'access/rate-limits', 'access/settings'],
    ['access/people'],
    ['access/approval'],
    ['redemption/operation'],
    ['redemption/journal'],
    ['issuer/mirror'],
    ['redemption/settle'],
    ['redemption/check'],
    ['redemption/recovery'],
    ['redemption/tender'],
    ['redemption/refund'],
    ['redemption/cases'],
    ['platform/events', 'platform/metrics'],
    ['app'],
  ],
  pwa: [
    ['words'],
    ['ui'],
    ['api'],
    ['scan'],
    ['pending-operations'],
    ['shell'],
    ['opening'],
    ['approval'],
    ['refund'],
    ['redeem'],
    ['attention'],
    ['accessibility'],
    ['today'],
  ],
};
/** The lists of features: the core imports features through these alone. */
const LISTS = ['contract', 'check', 'tables', 'bff', 'pwa', 'actions'].map((side) => `src/features/${side}.ts`);
/** The composition that features may import; `feature-tables.ts` is for their commands. */
const DECLARES = ['feature', 'feature-hooks', 'feature-tables'].map((name) => `src/bff/app/${name}.ts`);
/** Which other features a feature imports. */
const USES: Readonly<Record<string, readonly string[]>> = {
  /* The page that tries a register lists itself as one. */
  'api-access': ['registers'],
  /* The trail shows changed settings with the texts of their pages, and chooses days as the list of transactions. */
  'audit-page': ['shop-settings', 'staff', 'transactions'],
  /* A shift counts the vouchers sold, and explains its difference by transactions. */
  closings: ['selling', 'transactions'],
  /* Pages and files of all shops are those of each shop. */
  chain: ['closings', 'exception-report', 'fleet', 'head-office', 'printing', 'registers', 'server-check', 'transactions'],
};
/** The only server files that start the embedded voucher service; the rest of the server speaks to it over its wire. */
const STARTS_THE_SANDBOX = ['src/bff/app/service.ts', 'src/features/server-check/bff/diagnose.ts'];

/** Written as patterns that do not match themselves. */
const FORBIDDEN = [
  /TO[D]O/,
  /FIX[M]E/,
  /(:|\bas|<)\s*a[n]y\s*[,;)=>\]|[{]/,
  /console\.l[o]g/,
  /\.\.\/s[h]ared/,
  /oxlint-d[i]sable/,
  /@ts-i[g]nore/,
];

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|mjs)$/.test(path))
  .map((path) => readSource(join('src', path)));
const programs = files.filter(({ path }) => !path.includes('.spec.'));

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name);
  return { path, text, imports };
}

/** Files of this repository that a file imports, from its root. */
function localImports({ path, imports }: SourceFile): string[] {
  return imports.filter((name) => name.startsWith('.')).map((name) => relative(ROOT, join(ROOT, dirname(path), name)).replace(/\?.*$/, ''));
}

/** Static imports of a file; lazy imports are exempt. */
function atOnce(text: string): string[] {
  return [...text.matchAll(/^(?:import|export|\}) .*'(\.[^']+)';$/gm)].map(([, name = '']) => name);
}

function areaOf(path: string): Area | undefined {
  const [, area] = /^src\/(?:features\/[\w-]+\/)?([\w-]+)\//.exec(path) ?? [];
  return AREAS.find((known) => known === area);
}

/** The feature, or the area of the core and the folder in it, to which a file belongs; empty for a file beside the folders. */
function innerAreaOf(path: string): string {
  const [, side = '', area = '', folder = '', inner] = path.split('/');
  if (side === 'features') return inner === 'words' || path.includes('/words/') ? 'words' : `features/${area}`;
  if (folder === '') return '';
  if (folder === 'words') return 'words';
  const isNested = side === 'bff' && inner !== undefined && area !== 'app';
  const nested = `${area}/${folder}`;
  return isNested && LEVELS.bff?.flat().includes(nested) ? nested : area;
}

/** The level of an area on its side, from 0; -1 for an area without one. */
function levelOf(area: string, levels: readonly (readonly string[])[]): number {
  if (area === '') return levels.length;
  if (area === 'testing') return levels.length + 1;
  return levels.findIndex((areas) => areas.includes(area));
}

/** Importing and imported files for which a rule is broken, as text. */
function pairs(breaks: (from: SourceFile, to: string) => boolean): string[] {
  return programs.flatMap((file) =>
    localImports(file)
      .filter((to) => breaks(file, to))
      .map((to) => `${file.path} → ${to}`),
  );
}

const documents = [
  'README.md',
  'CHANGELOG.md',
  'src/README.md',
  'src/reader/README.md',
  'src/sandbox/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

describe('the shape of the repository', () => {
  it('has only these areas', () => {
    expect(files.filter(({ path }) => areaOf(path) === undefined).map(({ path }) => path)).toEqual(LISTS.toSorted());
    expect(files.length).toBeGreaterThan(50);
  });

  it('has imports that follow the arrows between areas', () => {
    const against = pairs((from, to) => {
      const area = areaOf(from.path);
      const target = areaOf(to);
      return area !== undefined && target !== undefined && area !== target && !ARROWS[area].includes(target);
    });
    expect(against).toEqual([]);
  });

  it.each(Object.entries(LEVELS))('has areas in %s that import only from levels below them', (side, levels) => {
    const isCore = (path: string) => path.startsWith(`src/${side}/`);
    const inside = programs.filter(({ path }) => isCore(path));
    const homeless = inside.filter(({ path }) => levelOf(innerAreaOf(path), levels) === -1);
    expect(homeless.map(({ path }) => path)).toEqual([]);
    const upwards = pairs((from, to) => {
      if (!isCore(from.path) || !isCore(to)) return false;
      const area = innerAreaOf(from.path);
      const target = innerAreaOf(to);
      return area !== target && levelOf(area, levels) <= levelOf(target, levels);
    });
    expect(upwards).toEqual([]);
  });

  it('has a core that imports features only through their lists', () => {
    const isFeature = (path: string) => path.startsWith('src/features/');
    expect(pairs((from, to) => !isFeature(from.path) && !from.path.includes('/testing/') && isFeature(to) && !LISTS.includes(to))).toEqual(
      [],
    );
    expect(pairs((from, to) => isFeature(from.path) && !LISTS.includes(from.path) && LISTS.includes(to))).toEqual([]);
  });

  it('has features that import only the core, feature declarations and the features they use', () => {
    const isInside = (path: string) => path.startsWith('src/features/') && !LISTS.includes(path);
    expect(pairs((from, to) => isInside(from.path) && to.startsWith('src/bff/app/') && !DECLARES.includes(to))).toEqual([]);
    const used: Record<string, string[]> = {};
    for (const pair of pairs((from, to) => isInside(from.path) && isInside(to))) {
      const [from = '', to = ''] = pair.split(' → ').map((path) => path.split('/')[2] ?? '');
      if (from !== to && !used[from]?.includes(to)) used[from] = [...(used[from] ?? []), to];
    }
    expect(Object.fromEntries(Object.entries(used).map(([name, names]) => [name, names.toSorted()]))).toEqual(USES);
  });

  it('has no circular imports, types included', () => {
    const left = new Map(programs.map((file) => [file.path, localImports({ ...file, imports: atOnce(file.text) })]));
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      const imported = new Set([...left.values()].flat());
      for (const [path, imports] of left) if (!imported.has(path) || !imports.some((name) => left.has(name))) left.delete(path);
    }
    expect([...left.keys()]).toEqual([]);
  });

  it('starts the sandbox in two places and knows nothing about its internals', () => {
    const inside = pairs((from, to) => areaOf(from.path) === 'bff' && areaOf(to) === 'sandbox' && to !== 'src/sandbox/sandbox.ts');
    const starters = pairs((from, to) => areaOf(from.path) === 'bff' && to === 'src/sandbox/sandbox.ts');
    expect(inside).toEqual([]);
    expect(starters.map((pair) => pair.split(' ')[0])).toEqual(STARTS_THE_SANDBOX);
  });

  it('keeps I/O, React and the server framework out of the contract', () => {
    const packages = programs.filter(({ path }) => areaOf(path) === 'contract').flatMap(({ imports: names }) => names);
    expect(new Set(packages.filter((name) => !name.startsWith('.')))).toEqual(new Set(['zod/mini']));
  });

  it('keeps the server framework out of the domain: only HTTP files import it', () => {
    const allowed = ['src/bff/platform/http/', 'src/bff/app/app.ts'];
    const users = programs.filter(({ path, imports: names }) => areaOf(path) === 'bff' && names.some((name) => /^(hono|@hono)/.test(name)));
    expect(users.map(({ path }) => path).filter((path) => !allowed.some((start) => path.startsWith(start)))).toEqual([]);
  });

  it(`has no file of more than ${LINES_MAX} lines, except specs and words`, () => {
    const long = programs.filter(({ path, text }) => !path.includes('/words/') && text.split('\n').length - 1 > LINES_MAX);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it('contains none of the words for unfinished or unchecked work', () => {
    const found = files.flatMap(({ path, text }) => FORBIDDEN.flatMap((word) => (word.test(text) ? [`${path}: ${word.source}`] : [])));
    expect(found).toEqual([]);
  });

  it('lists every shipped library in the served notice', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
    const notice = readFileSync(join(ROOT, 'public/third-party.txt'), 'utf8');
    expect(Object.keys(dependencies).filter((name) => !new RegExp(`(^|[\\s,])${name}($|[\\s,])`, 'm').test(notice))).toEqual([]);
  });

  it.each(Object.entries(WORDS_MAX))('describes itself in a %s short enough for one sitting', (path, most) => {
    expect(readFileSync(join(ROOT, path), 'utf8').trim().split(/\s+/).length).toBeLessThanOrEqual(most);
  });

  it('has a map with every area, which lists only existing files', () => {
    const map = readFileSync(join(ROOT, 'src/README.md'), 'utf8');
    const areas = Object.entries(LEVELS).flatMap(([side, levels]) =>
      levels.flat().map((area) => (area.startsWith('features/') ? area : `${side}/${area}`)),
    );
    expect(areas.filter((area) => !map.includes(`\`${area}/`))).toEqual([]);
    const named = [...map.matchAll(/`(?:[\w-]+\/)*([\w-]+\.tsx?)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !files.some(({ path }) => path.endsWith(`/${name}`)))).toEqual([]);
  });

  it('shows newcomers which file to open, with at least forty answers, each an existing file', () => {
    const [, index = ''] = readFileSync(join(ROOT, 'docs/CONTRIBUTING.md'), 'utf8').split('| To change | open |');
    const opened = [...index.matchAll(/^\| [^|]+ \| \[`[^`]+`\]\((\S+)\) \|$/gm)].map(([, to = '']) => join('docs', to));
    expect(opened.length).toBeGreaterThanOrEqual(INDEX_MIN);
    expect(opened.filter((path) => !statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile())).toEqual([]);
    expect(opened.filter((path, at) => opened.indexOf(path) !== at)).toEqual([]);
  });

  it('names only existing paths in its documents', () => {
    const missing = documents.flatMap((document) => {
      const text = readFileSync(join(ROOT, document), 'utf8');
      const links = [...text.matchAll(/\]\(((?!https?:|#)[^)#\s]+)/g)].map(([, to = '']) => join(dirname(document), to));
      const named = [...text.matchAll(/`((?:src|docs|e2e|bench|public)\/[\w./-]+)`/g)].map(([, path = '']) => path);
      return [...links, ...named].filter((path) => !existsSync(join(ROOT, path))).map((path) => `${document}: ${path}`);
    });
    expect(missing).toEqual([]);
  });
});
