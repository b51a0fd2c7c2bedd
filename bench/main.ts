import { parseArgs } from 'node:util';
import { beside } from './beside.ts';
import { bundle } from './bundle.ts';
import { chain } from './chain.ts';
import { closings } from './closings.ts';
import { growth } from './growth.ts';
import { kill } from './kill.ts';
import { limits } from './limits.ts';
import { load } from './load.ts';
import { overhead } from './overhead.ts';
import { pages } from './pages.ts';
import { readBlurred } from './scan/blurred.ts';
import { filmCamera } from './scan/camera.ts';
import { scanCorpus } from './scan/corpus.ts';
import { readFilms } from './scan/film.ts';
import { settle } from './settle.ts';
import { slowBrowser } from './slow-browser.ts';
import { soak } from './soak.ts';
import { started } from './started.ts';
import { story } from './story.ts';
import { traffic } from './traffic.ts';
import { trail } from './trail.ts';
import { transactions } from './transactions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    corpus: { type: 'string' },
    engine: { type: 'string' },
    size: { type: 'string' },
    set: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    count: { type: 'string' },
    year: { type: 'boolean' },
    store: { type: 'string' },
    tills: { type: 'string' },
    seconds: { type: 'string' },
    others: { type: 'string' },
    shops: { type: 'string' },
    profile: { type: 'string' },
    check: { type: 'boolean', default: true },
    rest: { type: 'boolean', default: true },
    outage: { type: 'string' },
    rates: { type: 'string' },
    page: { type: 'string' },
    keep: { type: 'string' },
  },
});

/** The benchmarks by name, for `npm run bench -- NAME`. Without a name, all of them run. */
const BENCHES: Record<string, () => Promise<void>> = {
  bundle,
  /** `--count N`: number of runs per page. */
  pages: () => pages(values.count === undefined ? undefined : Number(values.count)),
  /** `--count N`: number of runs per start. */
  slow: () => slowBrowser(values.count === undefined ? undefined : Number(values.count)),
  overhead,
  /**
   * `--store A,B`: only these stores; `--tills A,B`: numbers of tills; `--seconds N` each;
   * `--shops N` on one server; `--others N`: rows per second of other shops; `--no-check`: redemptions without a check;
   * `--no-rest`: without the later measurement of memory; `--profile DIR`: writes a profile of the
   * server.
   */
  load: () =>
    load({
      ...(values.store !== undefined && { stores: values.store.split(',').filter(isStore) }),
      ...(values.tills !== undefined && { tills: values.tills.split(',').map(Number) }),
      ...(values.seconds !== undefined && { seconds: Number(values.seconds) }),
      ...(values.others !== undefined && { others: Number(values.others) }),
      ...(values.shops !== undefined && { shops: Number(values.shops) }),
      check: values.check,
      rest: values.rest,
      profile: values.profile,
    }),
  /** `--shops N`, `--tills N`, `--seconds N`: two servers on PostgreSQL, of which one is killed. */
  kill: () =>
    kill({
      shops: Number(values.shops ?? 100),
      tills: Number(values.tills ?? 200),
      seconds: Number(values.seconds ?? 40),
    }),
  beside,
  /** `--store A,B` on these stores only. */
  closings: () => closings(values.store?.split(',').filter(isStore)),
  /** `--store NAME`: SQLite by default; `--profile DIR`: writes a profile of the server. */
  chain: () => chain(values.store === 'postgres' ? 'postgres' : 'sqlite', values.profile),
  /** `--count N` redemptions in the year. */
  growth: () => growth(values.count === undefined ? undefined : Number(values.count)),
  limits,
  /**
   * `--store A` on this store, `--seconds N` for many tills; with `--rates A,B` rows a second of other shops or `--page A,B` rows in a page only
   * what a server does from its first second on.
   */
  traffic: async () => {
    if (values.rates === undefined && values.page === undefined)
      await traffic({
        ...(values.store !== undefined && isStore(values.store) && { store: values.store }),
        ...(values.seconds !== undefined && { seconds: Number(values.seconds) }),
      });
    await started({
      ...(values.rates !== undefined && { rates: values.rates.split(',').map(Number) }),
      ...(values.page !== undefined && { pageRows: values.page.split(',').map(Number) }),
    });
  },
  /** `--count N` redemptions. */
  trail: () => trail(values.count === undefined ? undefined : Number(values.count)),
  /** `--count N` redemptions whose answers are lost, at each rate; `--outage MINUTES` without the issuer, 0 for none. */
  settle: () =>
    settle({
      ...(values.count !== undefined && { tenders: Number(values.count) }),
      ...(values.outage !== undefined && { outageMinutes: Number(values.outage) }),
    }),
  /**
   * `--count N` transactions in a month; `--year`: a million in a year, which `--keep DIR` stores
   * for the next run.
   */
  transactions: () =>
    values.year === true
      ? transactions({ count: Number(values.count ?? 1_000_000), days: 365, isFilled: true, folder: values.keep })
      : transactions({ count: values.count === undefined ? undefined : Number(values.count) }),
  /** `--count N` rows. */
  story: () => story(values.count === undefined ? undefined : Number(values.count)),
  /** `--corpus DIR` reads pictures, `--engine A,B` with these engines only, `--size A,B` at these sizes only. */
  scan: () =>
    values.corpus === undefined
      ? skip('scan needs --corpus DIR')
      : scanCorpus(values.corpus, { engines: values.engine?.split(','), sizes: values.size?.split(',') }),
  /** `--engine A;B` with these engines only, `--seed N` other films, `--count N` scenes only. */
  film: () =>
    readFilms({
      engines: values.engine?.split(';'),
      seed: values.seed === undefined ? undefined : Number(values.seed),
      scenes: values.count === undefined ? undefined : Number(values.count),
    }),
  /** `--count N` stills, and a tenth of it of videos, `--seed N` other codes, `--set A;B` only these. */
  blurred: () =>
    readBlurred({
      count: values.count === undefined ? undefined : Number(values.count),
      seed: values.seed === undefined ? undefined : Number(values.seed),
      sets: values.set?.split(';'),
    }),
  /** `--minutes N`: an hour without. */
  soak: () =>
    positionals.includes('soak')
      ? soak({ minutes: Number(values.minutes ?? 60) })
      : skip('soak, which takes an hour: npm run bench -- soak'),
  /** `--minutes N`: measures memory for this time afterwards. */
  camera: () => filmCamera(Number(values.minutes ?? 0)),
};

function isStore(name: string): name is 'sqlite' | 'postgres' {
  return name === 'sqlite' || name === 'postgres';
}

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
