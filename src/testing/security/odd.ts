import type { Dice } from '../simulation/dice.ts';

/** A text or value that is not what it should be, for requests and for the issuer's answers alike. */

const LONG = 20_000;
/** Marks a number that `JSON.stringify` cannot write. */
const RAW_NUMBER = '\u0001number:';
const RAW_NUMBERS = [
  '1e400',
  '-1e400',
  '9007199254740993',
  `1${'0'.repeat(400)}`,
  '1e-400',
  '-0',
  '0.1',
  '123456789012345678901234567890',
] as const;

const VALUES: readonly [unknown, ...unknown[]] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  'null',
  '0',
  '-1',
  [],
  {},
  [[]],
  [null],
  [{}],
  { $ne: null },
  { toString: null },
  '\u0000',
  'a\u0000b',
  '\u202e7bcd',
  '\u200b\ufeff\u2066',
  '\r\nSet-Cookie: a=b',
  '\ud800',
  '😀'.repeat(200),
  'İıſK',
  'e\u0301'.repeat(300),
  'x'.repeat(LONG),
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '../../../etc/passwd',
  '..%2f..%2fv1%2ftransactions',
  "1' OR '1'='1",
  '"; DROP TABLE tender; --',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.example")',
  '%00%ff%u0041',
  'javascript:alert(1)',
  '-'.repeat(LONG),
  '9999-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.000Z',
];

/** A value that is odd for nearly every field. */
export function oddValue(dice: Dice): unknown {
  return dice.chance(0.15) ? RAW_NUMBER + dice.pick(RAW_NUMBERS) : dice.pick(VALUES);
}

/** JSON text, with the numbers that JSON can hold and JavaScript cannot. */
export function textOfJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"\\u0001number:([^"]+)"/g, '$1');
}

/** The same value with one place changed: another value, a field less, a field more. Depth is chosen by chance. */
export function oddInside(value: unknown, dice: Dice): unknown {
  const isLeaf = typeof value !== 'object' || value === null;
  if (isLeaf || dice.chance(0.1)) return oddValue(dice);
  if (Array.isArray(value)) return oddList(value, dice);
  const entries = Object.entries(value);
  const [first, ...rest] = entries;
  if (first === undefined || dice.chance(0.15)) return { ...value, [dice.pick(KEYS)]: oddValue(dice) };
  const [chosen] = dice.pick([first, ...rest]);
  if (dice.chance(0.15)) return Object.fromEntries(entries.filter(([key]) => key !== chosen));
  return Object.fromEntries(entries.map(([key, inner]) => [key, key === chosen ? oddInside(inner, dice) : inner]));
}

const KEYS = ['extra', '', '__proto__x', 'constructor', 'toString', 'id', 'x'.repeat(300), '\u202e', 'amount', 'role'] as const;

function oddList(list: readonly unknown[], dice: Dice): unknown {
  if (list.length === 0 || dice.chance(0.2)) return [...list, oddValue(dice)];
  if (dice.chance(0.2)) return Array.from({ length: 200 }, () => list[0]);
  const chosen = dice.below(list.length);
  return list.map((inner, index) => (index === chosen ? oddInside(inner, dice) : inner));
}

/** Ways to corrupt a JSON text as a whole. Each receives the valid text. */
const SPOILERS = {
  nothing: () => '',
  cut: (text, dice) => text.slice(0, dice.below(Math.max(1, text.length))),
  twice: (text) => text + text,
  'no JSON': (text) => text.replaceAll('"', "'"),
  'a page': () => '<!doctype html><html><body>502 Bad Gateway</body></html>',
  'encoded twice': (text) => JSON.stringify(text),
  'encoded twice and cut': (text) => JSON.stringify(JSON.stringify(text.repeat(20))).slice(0, -2),
  'a quote that never ends': () => `"${'\\"'.repeat(LONG)}`,
  'lists in each other': () => '['.repeat(LONG) + ']'.repeat(LONG),
  'objects in each other': () => `${'{"data":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
  'an open depth': () => '{"data":'.repeat(LONG / 4),
  'a key twice': (text, dice) => text.replace(/^\{/, `{${(/"[^"]+":/.exec(text) ?? ['"a":'])[0]}${textOfJson(oddValue(dice))},`),
  'a prototype': (text) => text.replace(/^\{/, '{"__proto__":{"role":"manager","status":"succeeded"},"constructor":{"prototype":{}},'),
  'a mark in front': (text) => `\ufeff${text}`,
  'zeros inside': (text) => text.replaceAll(',', ',\u0000'),
  'a long list': () => `[${'0,'.repeat(LONG)}0]`,
  'a long number': () => '9'.repeat(LONG),
} satisfies Record<string, (text: string, dice: Dice) => string>;
const [FIRST = 'cut', ...OTHERS] = Object.keys(SPOILERS) as (keyof typeof SPOILERS)[];

/** A corrupted JSON text, in bytes. */
export function oddText(text: string, dice: Dice): { name: string; bytes: Uint8Array } {
  if (dice.chance(0.1)) return { name: 'UTF-16', bytes: Buffer.from(text, 'utf16le') };
  if (dice.chance(0.1))
    return { name: 'no UTF-8', bytes: Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80])]) };
  const name = dice.pick([FIRST, ...OTHERS]);
  return { name, bytes: Buffer.from(SPOILERS[name](text, dice)) };
}
