import { chromium, type Page } from '@playwright/test';
import { sandboxArgs } from '../../e2e/support/camera-file.ts';
import { findChromium } from '../../e2e/support/find-chromium.ts';
import { FILM, filmScenes } from './film-scenes.ts';
import type { FilmEngine, SceneOutcome } from './films.ts';
import { servePages } from './pages.ts';
import { quantile } from './score.ts';

const SEED = 20_261_122;
/**
 * Tillside runs at the rate of a live camera; the other engine at its own rate, and at Tillside's.
 */
const LIVE_MS = 1_000 / 15;
const ENGINES: readonly FilmEngine[] = [
  { name: 'Tillside', everyMs: LIVE_MS },
  { name: '@zxing/browser', everyMs: 533 },
  { name: '@zxing/browser, 15 a second', everyMs: LIVE_MS },
];

/**
 * Plays difficult generated films to the live reader and to @zxing/browser's continuous decoding,
 * picture by picture in the film's time, so that a busy machine gets the same results. Prints the
 * share read within one and two seconds, and every false text.
 * @param wish `engines`: only these; `seed`: of the films; `scenes`: their number
 */
export async function readFilms(wish: {
  engines?: readonly string[] | undefined;
  seed?: number | undefined;
  scenes?: number | undefined;
}): Promise<void> {
  const seed = wish.seed ?? SEED;
  const engines = ENGINES.filter(({ name }) => wish.engines?.includes(name) ?? true);
  const scenes = filmScenes(seed).slice(0, wish.scenes);
  const pages = await servePages(() => Promise.resolve(null));
  const browser = await chromium.launch({ executablePath: findChromium(), args: sandboxArgs() });
  try {
    const page = await openBench(await browser.newPage(), pages.origin);
    const outcomes: SceneOutcome[] = [];
    for (const index of scenes.keys()) {
      outcomes.push(await page.evaluate(([s, i, e]) => window.showScene(s, i, e), [seed, index, engines] as const));
      process.stderr.write(`\r${index + 1} of ${scenes.length} scenes`);
    }
    process.stderr.write('\n');
    process.stdout.write(`\nFilms, ${(scenes.length * FILM.sceneMs) / 1_000} s, seed ${seed}\n`);
    for (const { name } of engines) report(name, scenes, outcomes);
  } finally {
    await browser.close();
    await pages.close();
  }
}

async function openBench(page: Page, origin: string): Promise<Page> {
  await page.goto(`${origin}/bench/scan/index.html`);
  await page.waitForFunction(() => 'decodeImage' in window);
  await page.evaluate(async () => {
    for (const script of ['/rivals.js', '/films.js']) await import(/* @vite-ignore */ script);
  });
  return page;
}

function report(engine: string, scenes: ReturnType<typeof filmScenes>, outcomes: readonly SceneOutcome[]): void {
  const told = outcomes.map(({ reads }) => reads.filter((read) => read.engine === engine));
  const firsts = scenes.flatMap(({ text, isWanted, kind }, index) =>
    isWanted ? [{ kind: kind ?? '', at: told[index]?.find((read) => read.text === text)?.at ?? Number.POSITIVE_INFINITY }] : [],
  );
  const wrong = scenes.flatMap(({ text, kind, background }, index) =>
    (told[index] ?? []).filter((read) => read.text !== text).map((read) => `${read.text} from ${kind ?? 'no code'} on ${background}`),
  );
  const within = (ms: number, of = firsts) => of.filter(({ at }) => at <= ms).length;
  const looks = outcomes.flatMap((outcome) => outcome.looks[engine] ?? []).sort((a, b) => a - b);
  const kinds = [...new Set(firsts.map(({ kind }) => kind))].sort();
  const byKind = kinds.map((kind) => {
    const of = firsts.filter((first) => first.kind === kind);
    return `${kind} ${within(1_000, of)}/${within(2_000, of)} of ${of.length}`;
  });
  process.stdout.write(
    `  ${engine}: within 1 s ${within(1_000)}, within 2 s ${within(2_000)} of ${firsts.length}; false ${wrong.length}; ` +
      `a look ${quantile(looks, 0.5).toFixed(0)} ms, p95 ${quantile(looks, 0.95).toFixed(0)}\n    ${byKind.join(', ')}\n`,
  );
  for (const text of wrong) process.stdout.write(`    false: ${text}\n`);
}
