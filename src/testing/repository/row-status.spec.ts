import { expect, it } from 'vitest';
import { filesIn, readSource } from './sources.ts';

/**
 * What a status of the issuer's rows proves is decided in one table. A reader uses its functions;
 * a reader that compares words itself would miss the words that the others know.
 */
const TABLE = 'src/contract/redemption/row-status.ts';

const WORD = String.raw`(?:rawStatus|raw_status|meta\??\.status|action\.status)`;
const COMPARED = [
  /** A word that is compared, or looked up. */
  new RegExp(String.raw`${WORD}\??(?:\s*[!=]==\s*'[^']|\.(?:toLowerCase|toUpperCase|match|includes|startsWith)\()`),
  new RegExp(String.raw`\.(?:has|get|includes|test)\([^)]*${WORD}`),
  /** A query that names the statuses that count by itself. */
  /'list_row\.status', '(?:!=|<>|=)', '/,
  /'status', '(?:!=|<>)', 'failed'/,
];

/** Reads the status of a voucher, which has words of its own. */
const OF_VOUCHERS = ['src/bff/issuer/merge-checks.ts', 'src/bff/issuer/voucher-state.ts'];

it('no reader of the issuer’s rows compares status texts by itself', () => {
  const sources = filesIn('src', /(?<!\.spec)\.tsx?$/).filter(
    (path) => path !== TABLE && !OF_VOUCHERS.includes(path) && !path.startsWith('src/testing'),
  );
  const offending = sources.flatMap((path) =>
    readSource(path)
      .split('\n')
      .flatMap((line, index) => (COMPARED.some((pattern) => pattern.test(line)) ? [`${path}:${index + 1} ${line}`] : [])),
  );
  expect(offending).toEqual([]);
});

it('comparisons of status texts are found', () => {
  const before = [
    "return meta.status?.toLowerCase() === 'succeeded';",
    ".where('list_row.status', '!=', 'failed')",
    ".where('status', '<>', 'failed')",
    "if (row.rawStatus === 'Reversed') return;",
    'succeeded: SUCCESS.has(row.rawStatus),',
  ];
  expect(before.filter((line) => !COMPARED.some((pattern) => pattern.test(line)))).toEqual([]);
});
