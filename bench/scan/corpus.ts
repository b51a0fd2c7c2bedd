import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { sandboxArgs } from '../../e2e/support/camera-file.ts';
import { findChromium } from '../../e2e/support/find-chromium.ts';
import type { DecodeImage } from './bench-window.ts';
import { servePages } from './pages.ts';
import type { TextReader } from './rivals.ts';
import { judge, type Outcome, type Sample, table } from './score.ts';

/** Each picture is read in its original size (null) or that of a camera, some after a filter of the canvas. */
type Sizes = Readonly<Record<string, readonly [width: number, height: number, filter?: string] | null>>;
const SIZES: Sizes = {
  native: null,
  '720p': [1280, 720],
  '1080p': [1920, 1080],
};
/** Only on request, to see where each engine ends. */
const ALTERED: Sizes = {
  'blur-1': [1280, 720, 'blur(1px)'],
  'blur-2': [1280, 720, 'blur(2px)'],
  'blur-3': [1280, 720, 'blur(3px)'],
  'contrast-20': [1280, 720, 'contrast(20%)'],
  'contrast-10': [1280, 720, 'contrast(10%)'],
  'contrast-5': [1280, 720, 'contrast(5%)'],
};
const KNOWN: Sizes = { ...SIZES, ...ALTERED };
const OURS = 'Tillside';
/** The selected part of a corpus; all of it by default. */
interface ScanWish {
  readonly engines?: readonly string[] | undefined;
  readonly sizes?: readonly string[] | undefined;
}

/** The other engines, built next to the pages. */
const RIVALS = '/rivals.js';

/**
 * Reads a corpus of pictures with Tillside and with other engines in their default settings, in one
 * run in Chromium, and prints a table for each size and every false text.
 * @param corpus a folder with pictures and `manifest.json`
 */
export async function scanCorpus(corpus: string, { engines, sizes: names = Object.keys(SIZES) }: ScanWish): Promise<void> {
  const sizes = Object.fromEntries(names.flatMap((name) => (name in KNOWN ? [[name, KNOWN[name] ?? null]] : [])));
  if (Object.keys(sizes).length < names.length) throw new Error(`The sizes are ${Object.keys(KNOWN).join(', ')}.`);
  const samples = JSON.parse(await readFile(join(corpus, 'manifest.json'), 'utf8')) as readonly Sample[];
  const pages = await servePages(async (name) => {
    const sample = samples[Number(name)];
    return sample ? new Uint8Array(await readFile(join(corpus, sample.file))) : null;
  });
  const browser = await chromium.launch({ executablePath: findChromium(), args: sandboxArgs() });
  try {
    const page = await browser.newPage();
    await page.goto(`${pages.origin}/bench/scan/index.html`);
    await page.waitForFunction(() => 'decodeImage' in window);
    const all = await page.evaluate(loadRivals, { url: RIVALS, ours: OURS });
    const wanted = engines ?? all;
    const unknown = wanted.filter((name) => !all.includes(name));
    if (unknown.length > 0) throw new Error(`There is no engine ${unknown.join(', ')}; there are ${all.join(', ')}.`);
    report(samples, Object.keys(sizes), await readAll(page, samples, wanted, sizes));
  } finally {
    await browser.close();
    await pages.close();
  }
}

/** Runs in the page. @returns the names of all engines */
async function loadRivals({ url, ours }: { url: string; ours: string }): Promise<string[]> {
  await import(/* @vite-ignore */ url);
  return [ours, ...Object.keys(window.rivals)];
}

async function readAll(page: Page, samples: readonly Sample[], engines: readonly string[], sizes: Sizes): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, sample] of samples.entries()) {
    const read = await page.evaluate(readInPage, { index, engines, sizes, ours: OURS });
    outcomes.push(...read.map((each) => ({ ...each, sample })));
    process.stderr.write(`\r${index + 1} of ${samples.length} pictures`);
  }
  process.stderr.write('\n');
  return outcomes;
}

/** Runs in the page: one picture at all sizes with all engines. */
async function readInPage({ index, engines, sizes, ours }: { index: number; engines: readonly string[]; sizes: Sizes; ours: string }) {
  const bitmap = await createImageBitmap(await (await fetch(`/picture/${index}`)).blob());
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  const decodeImage: DecodeImage = (image) => window.decodeImage(image);
  const readers: Readonly<Record<string, TextReader>> = window.rivals;
  const outcomes: { engine: string; size: string; texts: string[]; ms: number }[] = [];
  for (const [size, fit] of Object.entries(sizes)) {
    const scale = fit ? Math.min(fit[0] / bitmap.width, fit[1] / bitmap.height) : 1;
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.filter = fit?.[2] ?? 'none';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    context.filter = 'none';
    for (const engine of engines) {
      const picture = context.getImageData(0, 0, canvas.width, canvas.height);
      const start = performance.now();
      const texts =
        engine === ours ? (await decodeImage(picture)).map(({ text }) => text) : [...((await readers[engine]?.(picture)) ?? [])];
      outcomes.push({ engine, size, texts, ms: performance.now() - start });
    }
  }
  return outcomes;
}

function report(samples: readonly Sample[], sizes: readonly string[], outcomes: readonly Outcome[]): void {
  for (const size of sizes) {
    process.stdout.write(`\n## ${samples.length} pictures, ${size}\n\n${table(outcomes.filter((each) => each.size === size))}\n`);
  }
  process.stdout.write(`\n## All sizes together\n\n${table(outcomes)}\n`);
  const wrong = outcomes.filter(({ sample, texts, engine }) => engine === OURS && judge(sample, texts).wrong);
  for (const { sample, size, texts } of wrong) process.stdout.write(`false: ${sample.file} at ${size} read as ${JSON.stringify(texts)}\n`);
}
