import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The modules that a known device needs, by the screen that it starts with. */
const STARTS = {
  lock: ['src/pwa/shell/sign-in/unlock.tsx'],
  till: [
    'src/pwa/open-till.tsx',
    'src/pwa/redeem/device-till.tsx',
    'src/pwa/redeem/redeem-screen.tsx',
    'src/contract/platform/till-endpoints.ts',
  ],
};
/** The shared texts of a language, which form a start of its name. */
const TEXTS = /\/(src\/pwa\/words\/([a-z]{2})\.ts)$/;

/**
 * Writes `start.json`: for each start, the files that its modules need in addition to those of
 * index.html, largest first. The server names them in the head of the page, so that the browser
 * loads them all at once.
 */
export function startFiles(): Plugin {
  return {
    name: 'tillside:start-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const { root } = this.environment.config;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
      const loaded = withImports(bundle, entry);
      const filesOf = (modules: readonly string[]) => {
        const needed = modules.map((module) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(resolve(root, module)));
          return chunk?.fileName ?? this.error(`No file contains ${module}`);
        });
        const files = [...withImports(bundle, needed)].filter((name) => !loaded.has(name));
        return files.toSorted((a, b) => sizeOf(bundle[b]) - sizeOf(bundle[a])).map((name) => `/${name}`);
      };
      const texts = chunks.flatMap(({ facadeModuleId }) => {
        const [, module, language] = TEXTS.exec(facadeModuleId ?? '') ?? [];
        return module === undefined ? [] : [[language, [module]] as const];
      });
      const starts = [...Object.entries(STARTS), ...texts].map(([start, modules]) => [start, filesOf(modules)]);
      this.emitFile({ type: 'asset', fileName: 'start.json', source: JSON.stringify(Object.fromEntries(starts)) });
    },
  };
}

function withImports(bundle: Rolldown.OutputBundle, names: readonly string[]): ReadonlySet<string> {
  const seen = new Set(names);
  for (const name of seen) {
    const file = bundle[name];
    for (const next of file?.type === 'chunk' ? file.imports : []) seen.add(next);
  }
  return seen;
}

function sizeOf(file: Rolldown.OutputBundle[string] | undefined): number {
  return file?.type === 'chunk' ? file.code.length : 0;
}
