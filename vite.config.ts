import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import nativePackages from './src/tools/native-packages.json' with { type: 'json' };
import { devServer } from './src/tools/vite-dev-server.ts';
import { fileOrder } from './src/tools/vite-file-order.ts';
import { openingFile } from './src/tools/vite-opening-file.ts';
import { packedFiles } from './src/tools/vite-packed-files.ts';
import { serviceWorker } from './src/tools/vite-service-worker.ts';
import { startFiles } from './src/tools/vite-start-files.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Libraries that the first screen needs. */
const FIRST_LIBRARIES = /node_modules\/(react|react-dom|scheduler|zod|@tanstack\/(query-core|react-query))\//;

/**
 * Assigns a page that is shown before sign-in, and all of our modules that it imports, to one file;
 * null for all other modules.
 *
 * Libraries are left out: each exports all of its parts from one file, so every part would seem to
 * be needed.
 */
function fileOf(name: string, ...pages: readonly string[]) {
  let needed: Set<string> | null = null;
  return (id: string, graph: Rolldown.ChunkingContext): string | null => {
    if (!id.startsWith(at('src/'))) return null;
    needed ??= new Set(pages.flatMap((page) => [...withImports(at(page), graph)]));
    return needed.has(id) ? name : null;
  };
}

/**
 * Returns a module and everything that it imports, directly or not. Each is queried once, because
 * queries are slow.
 */
function withImports(from: string, graph: Rolldown.ChunkingContext): Set<string> {
  const seen = new Set([from]);
  for (const id of seen) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next);
  return seen;
}

/** The modules that the till begins with. */
const TILL = [
  'src/pwa/open-till.tsx',
  'src/pwa/redeem/device-till.tsx',
  'src/pwa/redeem/redeem-screen.tsx',
  'src/contract/platform/till-endpoints.ts',
] as const;
const LOWEST_ROOMS = /\/src\/(?:contract|pwa\/(?:api|ui|shell))\//;

/**
 * Which modules come in one file: a slow network takes a round trip for each file, and one packs
 * better than ten. A new version of ours leaves the libraries as they were. Larger files than these
 * come to import each other in a circle.
 */
const FILES = [
  { name: 'libraries', test: FIRST_LIBRARIES, tags: ['$initial' as const], priority: 4 },
  { name: 'first', tags: ['$initial' as const], priority: 3 },
  { name: fileOf('lock', 'src/pwa/shell/sign-in/unlock.tsx'), debugName: 'lock', priority: 2 },
  { name: fileOf('arrival', 'src/pwa/shell/sign-in/arrival.tsx'), debugName: 'arrival', priority: 2 },
  { name: 'database', test: /node_modules\/idb\/|src\/pwa\/api\/database\.ts/, priority: 2 },
  { name: fileOf('till', ...TILL), debugName: 'till', priority: 1.5 },
  { name: 'icons', test: /node_modules\/lucide-react\//, priority: 1 },
  /* The lowest rooms in two files, and none of them imports a page: what the till needs of them,
     and what other pages share. */
  { name: fileOf('common', ...TILL), debugName: 'common', test: LOWEST_ROOMS, minShareCount: 2, priority: 2 },
  { name: 'chart', test: /node_modules\/(d3-|internmap)|pwa\/ui\/bar-chart/, priority: 1.3 },
  /* Apart, two shared files import each other in a circle. */
  { name: 'closings', test: /closings\/pwa\/(limits|queries)|transactions\/pwa\/difference/, priority: 1.3 },
  { name: 'office', test: LOWEST_ROOMS, minShareCount: 2, priority: 1.2 },
  {
    name: 'shared',
    test: /\/src\//,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 4_000,
    priority: 1,
  },
];

/**
 * The commit of the build; without a checkout, as in an image, `TILLSIDE_BUILD` provides it.
 *
 * Empty if it is unknown.
 */
function commit(): string {
  const given = process.env['TILLSIDE_BUILD'];
  if (given !== undefined) return given;
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

/** One build for both sides: the pages into dist/pwa, the server and its tools into dist/server. */
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    serviceWorker({ entry: at('src/pwa/sw.ts') }),
    fileOrder(),
    startFiles(),
    openingFile({ entry: at('src/pwa/opening/opening-screens.tsx') }),
    packedFiles(),
    devServer(),
  ],
  // Workers load the scanner's last engine only if they need it.
  worker: { format: 'es' },
  environments: {
    client: {
      define: { TILLSIDE_BUILD: JSON.stringify(commit()) },
      build: {
        outDir: 'dist/pwa',
        target: 'es2022',
        sourcemap: true,
        assetsInlineLimit: 0,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: FILES },
            /* A group is named after all that share it. */
            chunkFileNames: ({ name }) =>
              name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js',
          },
        },
      },
    },
    ssr: {
      define: { TILLSIDE_BUILD: JSON.stringify(commit()) },
      // Libraries have hundreds of small modules, which a server would look up one by one whenever
      // it starts: half of its time. Those with a native part stay where they are.
      resolve: { noExternal: true, external: nativePackages },
      build: {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: at('src/bff/app/commands/main.ts'),
            sandbox: at('src/sandbox/main.ts'),
            doctor: at('src/features/server-check/bff/commands/doctor.ts'),
            'audit-verify': at('src/bff/app/commands/audit-verify.ts'),
            erase: at('src/bff/app/commands/erase.ts'),
            'rotate-keys': at('src/features/key-rotation/bff/commands/rotate-keys.ts'),
            unlock: at('src/bff/app/commands/unlock.ts'),
            backup: at('src/features/backups/bff/commands/backup.ts'),
            restore: at('src/features/backups/bff/commands/restore.ts'),
            'restore-trial': at('src/features/backups/bff/commands/restore-trial.ts'),
            packet: at('src/features/server-check/bff/commands/packet.ts'),
            setup: at('src/features/server-check/bff/commands/setup.ts'),
            shop: at('src/features/chain/bff/commands/shop.ts'),
            match: at('src/features/closings/bff/match/command.ts'),
          },
        },
      },
    },
  },
  builder: {},
});
