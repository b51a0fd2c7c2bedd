import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxArgs } from '../e2e/support/camera-file.ts';
import { findChromium } from '../e2e/support/find-chromium.ts';
import { startProgram } from '../e2e/support/processes.ts';
import { freePort } from '../src/testing/free-port.ts';
import { bundle } from './bundle.ts';

/** Downloaded by npx on demand: with its hundred packages it is no dependency of the project. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const SCORE_MIN = 98;
const RUNS = 5;
/** Lighthouse sometimes misses the start of a navigation (`NO_NAVSTART`). */
const ATTEMPTS = 3;
const SETUP_CODE = 'bench-the-shop';
/** As many as a list has to be scrolled for. */
const TRANSACTIONS = '3000';

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string; readonly numericValue?: number }>>;
}

/**
 * Measures the first screen, the till and the manager's list with Lighthouse, as a phone on a slow
 * network, and prints the median of each figure; then the JavaScript that the first screen waits
 * for.
 * @param runs number of runs per page
 */
export async function pages(runs = RUNS): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillside-pages-'));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const env = { PORT: new URL(origin).port, DATA_DIR: folder, SETUP_CODE, SANDBOX_TRANSACTIONS: TRANSACTIONS };
  const server = await startProgram('main', env, `${origin}/api/health`, 90_000);
  try {
    process.stdout.write(`\nPages, Lighthouse as a phone, median of ${runs}\n`);
    process.stdout.write('  page          performance  accessibility  best practices    LCP ms  blocked ms\n');
    await look('first', `${origin}/`, null, runs, folder);
    const cookie = await setUp(origin);
    await look('redeem', `${origin}/`, cookie, runs, folder);
    await look('transactions', `${origin}/transactions`, cookie, runs, folder);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
  await bundle();
}

/** Sets the shop up as a browser would. @returns the cookies of the manager who is signed in */
export async function setUp(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/setup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Tillside': '1', Origin: origin },
    body: JSON.stringify({ code: SETUP_CODE, device: { name: 'Bench' }, manager: { name: 'Mia', pin: '739146' } }),
  });
  if (!answer.ok) throw new Error(`set-up answered ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

async function look(name: string, url: string, cookie: string | null, runs: number, folder: string): Promise<void> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await lighthouse(url, cookie, join(folder, 'report.json')));
  const figure = (of: (report: Report) => number) => median(reports.map(of));
  const scores = CATEGORIES.map((category) => figure(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)));
  const times = ['largest-contentful-paint', 'total-blocking-time'].map((audit) =>
    figure(({ audits }) => audits[audit]?.numericValue ?? 0),
  );
  const cells = [
    ...scores.map((score, at) => String(score).padStart([13, 15, 16][at] ?? 0)),
    ...times.map((ms) => ms.toFixed(0).padStart(10)),
  ];
  process.stdout.write(`  ${name.padEnd(12)}${cells.join('')}\n`);
  const low = CATEGORIES.filter((_, at) => (scores[at] ?? 0) < SCORE_MIN);
  if (low.length > 0) process.stdout.write(`    below ${SCORE_MIN}: ${low.join(', ')}; ${faults(reports.at(-1))}\n`);
}

async function lighthouse(url: string, cookie: string | null, path: string): Promise<Report> {
  const flags = ['--headless=new', ...sandboxArgs()].join(' ');
  const headers = cookie === null ? [] : ['--extra-headers', JSON.stringify({ Cookie: cookie })];
  const wanted = [
    `--only-categories=${CATEGORIES.join(',')}`,
    '--output=json',
    `--output-path=${path}`,
    '--quiet',
    `--chrome-flags=${flags}`,
  ];
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    const child = spawn('npx', ['--yes', LIGHTHOUSE, url, ...wanted, ...headers], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CHROME_PATH: findChromium() },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code === 0) return JSON.parse(await readFile(path, 'utf8')) as Report;
    if (left === 0) throw new Error(`Lighthouse ended with ${code}`);
  }
}

/** The faults in the last report, with its own texts. */
function faults(report: Report | undefined): string {
  const wrong = Object.values(report?.audits ?? {}).filter(({ score }) => score !== null && score < 0.9);
  return wrong.map(({ title }) => title).join(', ');
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
