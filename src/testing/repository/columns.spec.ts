import { describe, expect, it } from 'vitest';
import { DOCUMENTS, filesIn, readSource } from './sources.ts';

/**
 * Prose is read in columns of 100, code in columns of 120.
 *
 * Class strings, sentences of tests and words of pages stay in one piece.
 */

const PROSE_MAX = 100;
const CODE_MAX = 120;

/**
 * Areas of the program itself; `.biome.json` says the same.
 *
 * Rigs, benches and stories in a browser may be wider.
 */
const AREAS = ['src/bff', 'src/contract', 'src/features', 'src/pwa', 'src/reader', 'src/sandbox', 'src/tools'];

const isProse = (line: string) => /^\s*(\/\*\*?|\*|\/\/) /.test(line);
const isInOnePiece = (line: string) => /\bclass(Name)?\b/.test(line);

/** Returns the places of lines that are too wide; `judged` removes exempt parts. */
function tooWide(path: string, judged: (text: string) => string, most: (line: string) => number): string[] {
  const lines = judged(readSource(path)).split('\n');
  return lines.flatMap((line, at) => (line.length > most(line) ? [`${path}:${at + 1}`] : []));
}

const withoutExamples = (text: string) => text.replaceAll(/^ *```[^]*?^ *```$/gm, (example) => example.replaceAll(/.+/g, ''));

describe('lines', () => {
  it('are narrow enough to read in documents, except tables and examples', () => {
    const most = (line: string) => (line.startsWith('|') ? Number.POSITIVE_INFINITY : PROSE_MAX);
    expect(DOCUMENTS.flatMap((path) => tooWide(path, withoutExamples, most))).toEqual([]);
  });

  it.each(AREAS)('are narrow enough to read in %s, with a lower limit for comments than for code', (area) => {
    const most = (line: string) => {
      if (isInOnePiece(line)) return Number.POSITIVE_INFINITY;
      return isProse(line) ? PROSE_MAX : CODE_MAX;
    };
    const files = filesIn(area, /(?<!\.spec)\.tsx?$/).filter((path) => !/\/(words|titles)\//.test(path));
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((path) => tooWide(path, (text) => text, most))).toEqual([]);
  });
});
