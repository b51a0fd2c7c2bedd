import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * `npm run feature -- NAME`: writes `src/features/NAME` from `feature-template`, adds it to the
 * lists, and prints what is left to do. The name is in lower case, with hyphens between words.
 *
 * `--slots A,B` adds a component that appears in these slots of the page, and `--audit` an action
 * of the audit trail with its texts, from `feature-options`.
 */

const TOOLS = dirname(fileURLToPath(import.meta.url));
const ROOT = join(TOOLS, '../..');
const SLOTS = 'src/pwa/shell/feature.ts';
const MIGRATIONS = 'src/bff/platform/store/migrations';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { slots: { type: 'string' }, audit: { type: 'boolean' } },
});
const [name = ''] = positionals;
const folder = `src/features/${name}`;
if (!/^[a-z]+(-[a-z]+)*$/.test(name) || existsSync(join(ROOT, folder)))
  refuse('Name a new feature in lower case, for example: npm run feature -- voucher-notes');
const slots = values.slots?.split(',') ?? [];
const known = [...readFileSync(join(ROOT, SLOTS), 'utf8').matchAll(/readonly (\w+)\?: ComponentType\b/g)].map(
  ([, slot]) => slot,
);
if (!slots.every((slot) => known.includes(slot))) refuse(`Name slots of ${SLOTS}: ${known.join(', ')}`);

const pascal = name.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
const camel = pascal[0].toLowerCase() + pascal.slice(1);
const words = name.replaceAll('-', ' ');
const number = String(Math.max(...migrationNumbers()) + 1).padStart(4, '0');
const NAMES = {
  'sample-name': name,
  sample_name: name.replaceAll('-', '_'),
  SAMPLE_NAME: name.replaceAll('-', '_').toUpperCase(),
  'Sample name': words[0].toUpperCase() + words.slice(1),
  'sample name': words,
  SampleName: pascal,
  sampleName: camel,
  NUMBER: number,
};
const filled = (text) => text.replaceAll(new RegExp(Object.keys(NAMES).join('|'), 'g'), (sample) => NAMES[sample]);

const OPTIONS = {
  'feature-template': true,
  'feature-options/slots': slots.length > 0,
  'feature-options/audit': values.audit,
};
for (const template of Object.keys(OPTIONS).filter((option) => OPTIONS[option])) {
  const paths = readdirSync(join(TOOLS, template), { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((found) => found.endsWith('.txt'))) {
    const file = join(ROOT, folder, filled(path.replace(/\.txt$/, '')));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, filled(readFileSync(join(TOOLS, template, path), 'utf8')));
  }
}
if (slots.length > 0)
  edit(
    `${folder}/pwa/feature.ts`,
    [
      /\n\nexport/,
      `\nconst ${pascal}Part = lazy(() => import('./${name}-part.tsx').then(({ ${pascal}Part: Part }) => ({ default: Part })));$&`,
    ],
    [/\n\};/, `\n  slots: { ${slots.map((slot) => `${slot}: ${pascal}Part`).join(', ')} },$&`],
  );

const LISTS = [
  {
    list: 'contract',
    imports: `import { ${camel}Endpoints } from './${name}/contract/endpoints.ts';\n`,
    entries: [[/(export const featureEndpoints = \{[^}]*)/, `$1  ...${camel}Endpoints,\n`]],
  },
  {
    list: 'tables',
    imports: `import * as ${camel} from './${name}/bff/migrations/${number}-${name}.ts';
import type { ${pascal}Tables } from './${name}/bff/tables.ts';\n`,
    entries: [
      [/(interface FeatureTables\s+extends [^{]*?)( \{)/, `$1, ${pascal}Tables$2`],
      [/(export const FEATURE_MIGRATIONS = \{[^}]*)/, `$1  '${number}-${name}': ${camel},\n`],
    ],
  },
  {
    list: 'bff',
    imports: `import { ${camel} } from './${name}/bff/feature.ts';\n`,
    entries: [[/(export const SERVER_FEATURES = \[[^\]]*)/, `$1  ${camel},\n`]],
  },
  {
    list: 'pwa',
    imports: `import { ${camel}Pages } from './${name}/pwa/feature.ts';\n`,
    entries: [[/(export const PAGE_FEATURES[^=]*= \[[^\]]*)/, `$1  ${camel}Pages,\n`]],
  },
];
if (values.audit) {
  LISTS[0].imports = `import { ${camel}AuditActions } from './${name}/contract/audit-actions.ts';\n${LISTS[0].imports}`;
  LISTS[0].entries.push([/(export const featureAuditActions = \{[^}]*)/, `$1  ...${camel}AuditActions,\n`]);
  LISTS.push({
    list: 'actions',
    imports: `import { ${camel}ActionTexts } from './${name}/pwa/words/actions.ts';\n`,
    entries: [[/(export const FEATURE_ACTION_TEXTS[^=]*= \[[^\]]*)/, `$1  ${camel}ActionTexts,\n`]],
  });
}
const listFile = ({ list }) => `src/features/${list}.ts`;
for (const list of LISTS) edit(listFile(list), [/(?<=^import .*;\n)(?!import )/m, list.imports], ...list.entries);
edit('src/README.md', [
  /\n(?=\n### How to add one)/,
  `\n- **[\`features/${name}/\`](features/${name}/README.md)** ${words}\n`,
]);

const formatted = spawnSync('npx', ['biome', 'check', '--write', folder, ...LISTS.map(listFile)], {
  cwd: ROOT,
  encoding: 'utf8',
});
if (formatted.status !== 0) {
  process.stderr.write(formatted.stdout + formatted.stderr);
  process.exit(1);
}
process.stdout.write(`${folder} compiles and passes npm run check. What is left:
- Write what it does in ${folder}/README.md and in src/README.md, and translate its title in pwa/words.
${slots.length > 0 ? `- Show in pwa/${name}-part.tsx what belongs in ${slots.join(' and ')}; other hooks and slots are in docs/CONTRIBUTING.md.\n` : ''}\
${values.audit ? `- Call audit.write with '${name}.changed' in the transaction of the change, and translate its texts in pwa/words/actions.ts.\n` : ''}\
- Its page has the address /${name}. For the navigation, add it to src/pwa/shell/addresses.ts,
  src/pwa/shell/layout/navigation-entries.ts and src/pwa/words/places.
- Add its rows to src/testing/released/rows.ts, and write the databases of the latest release with
  WRITE_RELEASED=true npx vitest run -c src/testing/vitest.config.ts src/testing/released
`);

function migrationNumbers() {
  const features = readdirSync(join(ROOT, 'src/features')).map((feature) => `src/features/${feature}/bff/migrations`);
  const files = [MIGRATIONS, ...features].flatMap((path) =>
    existsSync(join(ROOT, path)) ? readdirSync(join(ROOT, path)) : [],
  );
  return files.map((file) => Number.parseInt(file, 10)).filter((found) => found > 0);
}

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

/** @throws Error if a place is not found, so that no list stays incomplete silently */
function edit(path, ...changes) {
  const file = join(ROOT, path);
  const text = changes.reduce(
    (before, [place, put]) => {
      if (!place.test(before)) throw new Error(`${path} has no ${place}`);
      return before.replace(place, put);
    },
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, text);
}
