import { parseArgs } from 'node:util';
import { bundle } from './bundle.ts';
import { overhead } from './overhead.ts';
import { filmCamera } from './scan/camera.ts';
import { scanCorpus } from './scan/corpus.ts';
import { settle } from './settle.ts';
import { trail } from './trail.ts';
import { transactions } from './transactions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string' },
    engine: { type: 'string' },
    size: { type: 'string' },
    minutes: { type: 'string' },
    count: { type: 'string' },
    year: { type: 'boolean' },
  },
});

/** What can be measured: a name for `npm run bench -- NAME`, and what it measures. Without a name all of them run. */
const BENCHES: Record<string, () => Promise<void>> = {
  bundle,
  overhead,
  /** `--count N` redemptions. */
  trail: () => trail(values.count === undefined ? undefined : Number(values.count)),
  /** `--count N` redemptions whose answers are lost, at each rate. */
  settle: () => settle(values.count === undefined ? {} : { tenders: Number(values.count) }),
  /** `--count N` of them, in a month; with `--year` a million in a year. */
  transactions: () =>
    values.year === true
      ? transactions({ count: Number(values.count ?? 1_000_000), days: 365, isFilled: true })
      : transactions({ count: values.count === undefined ? undefined : Number(values.count) }),
  /** `--corpus DIR` reads pictures, `--engine A,B` with these engines only, `--size A,B` at these sizes only. */
  scan: () =>
    values.corpus === undefined
      ? skip('scan needs --corpus DIR')
      : scanCorpus(values.corpus, { engines: values.engine?.split(','), sizes: values.size?.split(',') }),
  /** `--minutes N` watches the memory for so long afterwards. */
  camera: () => filmCamera(Number(values.minutes ?? 0)),
};

const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(2);
}
for (const [name, run] of Object.entries(BENCHES)) {
  if (positionals.length === 0 || positionals.includes(name)) await run();
}

function skip(reason: string): Promise<void> {
  process.stdout.write(`\nleft out: ${reason}\n`);
  return Promise.resolve();
}
