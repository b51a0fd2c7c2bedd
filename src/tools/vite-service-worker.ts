import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { build, type Plugin } from 'vite';

export interface PrecacheFile {
  readonly url: string;
  /** Null if the name already contains a hash of the content. */
  readonly revision: string | null;
}

/** Not precached: these are not needed offline, or must always come from the network. */
const LEFT_OUT = [/\.map$/, /^\/sw\.js$/, /^\/(robots|third-party)\.txt$/, /^\/(start|opening)\.json$/];
const HASHED = /^\/assets\//;

/**
 * Builds the service worker after the pages: one file, `sw.js`, in the folder of index.html, with
 * the list of all files of the pages (`PRECACHE`). Lazy chunks are included, so that the scanner
 * works in an app that was opened offline.
 */
export function serviceWorker({ entry }: { readonly entry: string }): Plugin {
  return {
    name: 'tillside:service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const { root, build: options, logLevel } = this.environment.config;
        const outDir = resolve(root, options.outDir);
        await buildWorker({ root, outDir, entry, target: options.target, logLevel: logLevel ?? 'warn' });
      },
    },
  };
}

interface WorkerBuild {
  readonly root: string;
  readonly outDir: string;
  readonly entry: string;
  readonly target: string | string[] | false;
  readonly logLevel: 'info' | 'warn' | 'error' | 'silent';
}

async function buildWorker({ root, outDir, entry, target, logLevel }: WorkerBuild): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: logLevel === 'info' ? 'warn' : logLevel,
    define: { PRECACHE: JSON.stringify(precacheFiles(outDir)) },
    build: {
      outDir,
      emptyOutDir: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  });
}

/**
 * Returns everything in a built folder that the app needs to open, in a stable order, with
 * revisions of files whose names have no hash.
 */
export function precacheFiles(directory: string): PrecacheFile[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .map((path) => ({ path, url: `/${relative(directory, path).split(sep).join('/')}` }))
    .filter(({ url }) => !LEFT_OUT.some((pattern) => pattern.test(url)))
    .map(({ path, url }) => ({ url, revision: HASHED.test(url) ? null : contentHash(path) }))
    .sort((a, b) => (a.url < b.url ? -1 : 1));
}

const contentHash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
