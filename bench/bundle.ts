import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

/** Relative to the built bench. */
const PAGES = new URL('../pwa/', import.meta.url);
const BUDGET_KB = 100;

const gzipKb = async (path: string): Promise<number> => gzipSync(await readFile(new URL(path, PAGES)), { level: 9 }).length / 1000;

/**
 * Prints the gzip size in kB of the JavaScript that the first screen waits for (the entry and its
 * static imports), and of everything that loads later.
 */
export async function bundle(): Promise<void> {
  const html = await readFile(new URL('index.html', PAGES), 'utf8');
  const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
  const all = (await readdir(new URL('assets/', PAGES))).filter((name) => name.endsWith('.js')).map((name) => `assets/${name}`);
  let total = 0;
  process.stdout.write('\nJavaScript, gzip kB\n');
  for (const path of all.sort()) {
    const size = await gzipKb(path);
    const isFirst = first.includes(path);
    if (isFirst) total += size;
    process.stdout.write(`  ${isFirst ? 'first' : 'later'}  ${size.toFixed(1).padStart(7)}  ${path}\n`);
  }
  process.stdout.write(`  before the first screen: ${total.toFixed(1)} of ${BUDGET_KB}\n`);
}
