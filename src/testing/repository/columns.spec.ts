import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * Prose is read in columns of 100, code in columns of 120.
 *
 * Class strings, sentences of tests and words of pages stay in one piece.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROSE_MAX = 100;
const CODE_MAX = 120;

/**
 * Rooms of the program itself; `.biome.json` says the same.
 *
 * Rigs, benches and stories in a browser may be wider.
 */
const ROOMS = ['src/bff', 'src/contract', 'src/features', 'src/pwa', 'src/sandbox', 'src/tools'];

const isProse = (line: string) => /^\s*(\/\*\*?|\*|\/\/) /.test(line);
const isInOnePiece = (line: string) => /\bclass(Name)?\b/.test(line);

function filesIn(folder: string, ending: RegExp): string[] {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => ending.test(path)).map((path) => join(folder, path));
}

/**
 * Places of lines that are wider than they may be; `judged` leaves out what may be as wide as it
 * is.
 */
function tooWide(path: string, judged: (text: string) => string, most: (line: string) => number): string[] {
  const lines = judged(readFileSync(join(ROOT, path), 'utf8')).split('\n');
  return lines.flatMap((line, at) => (line.length > most(line) ? [`${path}:${at + 1}`] : []));
}

const withoutExamples = (text: string) => text.replaceAll(/^ *```[^]*?^ *```$/gm, (example) => example.replaceAll(/.+/g, ''));
const documents = ['README.md', 'CHANGELOG.md', 'src/README.md', 'src/sandbox/README.md', ...filesIn('docs', /\.md$/)];

describe('lines', () => {
  it('of documents are not too wide to read, tables and examples aside', () => {
    const most = (line: string) => (line.startsWith('|') ? Number.POSITIVE_INFINITY : PROSE_MAX);
    expect(documents.flatMap((path) => tooWide(path, withoutExamples, most))).toEqual([]);
  });

  it.each(ROOMS)('in %s are not too wide to read, comments less than code', (room) => {
    const most = (line: string) => {
      if (isInOnePiece(line)) return Number.POSITIVE_INFINITY;
      return isProse(line) ? PROSE_MAX : CODE_MAX;
    };
    const files = filesIn(room, /(?<!\.spec)\.tsx?$/).filter((path) => !/\/(words|told)\//.test(path));
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((path) => tooWide(path, (text) => text, most))).toEqual([]);
  });
});
