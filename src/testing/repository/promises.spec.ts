import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** The page of promises names what holds each: a spec or story that is renamed or goes takes its promise along. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SECTIONS = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split(/^## /m);
const PROMISES = (SECTIONS.find((section) => section.startsWith('Promises')) ?? '')
  .split(/^(?=\*\*)/m)
  .slice(1)
  .map((text) => text.replaceAll(/\s+/g, ' '));
const held = PROMISES.flatMap((text) =>
  [...text.matchAll(/`([\w./-]+\.(?:spec|e2e)\.tsx?)` “([^”]+)”/g)].map(([, path = '', title = '']) => ({ path, title })),
);

it('every promise of the page is read', () => {
  expect(PROMISES.length).toBeGreaterThan(12);
  expect(held.length).toBeGreaterThan(PROMISES.length);
});

it.each(PROMISES.map((text) => [text.split('**')[1] ?? '', text] as const))('%s names its tests', (_, text) => {
  const lines = text.match(/ - `/g)?.length ?? 0;
  expect(lines).toBeGreaterThan(0);
  expect(text.match(/` “[^”]+”/g)).toHaveLength(lines);
});

it.each(held)('$path contains “$title”', ({ path, title }) => {
  expect(existsSync(join(ROOT, path))).toBe(true);
  const text = readFileSync(join(ROOT, path), 'utf8');
  expect(['it(', 'test('].some((begin) => text.includes(`${begin}'${title}'`) || text.includes(`${begin}\n  '${title}'`))).toBe(true);
});
