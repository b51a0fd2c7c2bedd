import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';

const PAGES = fileURLToPath(new URL('../../dist/pwa', import.meta.url));

/** Everything that a browser sent, received and logged, as text to search for canaries. */
export interface Traffic {
  /** Addresses requested by pages and service workers, and addresses of frames. */
  urls(): string;
  /** Every body that was answered, with its headers. */
  answers(): Promise<string>;
  /** Errors on the console, uncaught errors, and violations of the policy. */
  complaints(): readonly string[];
}

/** Starts recording; call it before the first page is opened. */
export async function recordTraffic(context: BrowserContext): Promise<Traffic> {
  const urls: string[] = [];
  const answers: Promise<string>[] = [];
  const complaints: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      setTimeout(() => reportError(new Error(`policy: ${violatedDirective} ${blockedURI}`)));
    });
  });
  context.on('request', (request) => {
    urls.push(request.url());
  });
  context.on('response', (response) => {
    const headers = JSON.stringify(response.headers());
    // An aborted request, for example of a page that was left, has no body.
    const body = response.text().catch(() => '');
    answers.push(body.then((text) => `${headers}\n${text}`));
  });
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('weberror', (error) => {
    complaints.push(String(error.error()));
  });
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      urls.push(frame.url());
    });
  });
  return {
    urls: () => urls.join('\n'),
    answers: async () => (await Promise.all(answers)).join('\n'),
    complaints: () => complaints,
  };
}

/**
 * The browser's data about a page outside IndexedDB: history, title, storage, and caches with their
 * bodies.
 */
export async function keptOutside(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const cached = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        const requests = await cache.keys();
        const bodies = await Promise.all(requests.map(async (request) => (await cache.match(request))?.text() ?? ''));
        return requests.map(({ url }, index) => `${url} ${bodies[index]}`);
      }),
    );
    const state: unknown = history.state;
    return JSON.stringify([
      document.title,
      location.href,
      state,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      cached,
    ]);
  });
}

/** Everything in IndexedDB. */
export async function keptInDatabases(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('IndexedDB refused')));
      });
    const contents: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        contents.push(store, await done(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    return JSON.stringify(contents);
  });
}

/** Every file that browsers can be served, and its source maps. */
export async function builtPages(): Promise<string> {
  const entries = await readdir(PAGES, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}
