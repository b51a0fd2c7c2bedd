import { expect, it } from 'vitest';
import { filesIn, readSource } from './sources.ts';

/** Names of times, counts and sizes, with a value that is only a number. */
const LIMIT = /^(?:export )?const ([A-Z][A-Z0-9_]*_(?:MS|MAX|DAYS|HOURS|MINUTES|PER_(?:HOUR|DAY|SECOND|MINUTE|ADDRESS))) = [\d_ *+()]+;$/gm;
/** Units, which are no limits. */
const UNITS = new Set(['DAY_MS', 'HOUR_MS', 'MINUTE_MS', 'SECOND_MS']);
/** The reader of pictures is a decoder: its numbers belong to its formulas. */
const ELSEWHERE = /\/limits\.ts$|\/migrations\/|\/testing\/|^src\/(sandbox|tools)\/|^src\/reader\/read\//;

it('times, counts and sizes of an area are in its limits.ts', () => {
  const outside = filesIn('src', /(?<!\.spec)\.tsx?$/)
    .filter((path) => !ELSEWHERE.test(path))
    .flatMap((path) => [...readSource(path).matchAll(LIMIT)].flatMap(([, name = '']) => (UNITS.has(name) ? [] : [`${path}: ${name}`])));
  expect(outside).toEqual([]);
});
