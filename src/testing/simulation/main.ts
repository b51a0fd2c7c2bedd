import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ABLATIONS, type AblationName } from './ablations.ts';
import { readArguments, USAGE, type WantedWorlds, type WorldKind, worldRulesOf } from './arguments.ts';
import { ablationLine, progressLine, report } from './report.ts';
import { run, seedsFrom } from './run.ts';
import { count, emptyTally, merge, type WorldTally } from './tally.ts';

/** The work of one thread: every `step`-th seed. */
interface Share extends Pick<WantedWorlds, WorldKind> {
  readonly first: number;
  readonly amount: number;
  readonly step: number;
  readonly ablation: AblationName | null;
}

const PROGRESS_MS = 3_000;
/** Interval of a thread's progress reports. */
const TELL_MS = 500;
const say = (line: string) => void process.stdout.write(`${line}\n`);

/* Thousands of refusals are thrown, and their stacks are unused. */
Error.stackTraceLimit = 0;

if (isMainThread) process.exit(await main());
else await work(workerData as Share);

/**
 * @returns the exit code: 1 if an invariant was broken, or an ablation broke none; 2 for an invalid
 * command line
 */
async function main(): Promise<number> {
  const wanted = wantedOrNull();
  if (wanted === null) return 2;
  if (wanted.trace) return trace(wanted);
  if (wanted.ablate.length > 0) return ablate(wanted);
  const startedAt = performance.now();
  const tally = emptyTally();
  const elapsed = () => performance.now() - startedAt;
  const progress = setInterval(() => say(progressLine(tally, wanted.seeds, elapsed())), PROGRESS_MS);
  process.once('SIGINT', () => {
    say(report(tally, elapsed(), wanted));
    process.exit(tally.brokenWorlds > 0 ? 1 : 0);
  });
  await runAll(wanted, null, tally);
  clearInterval(progress);
  say(report(tally, elapsed(), wanted));
  return tally.brokenWorlds > 0 ? 1 : 0;
}

/** One world, and everything that happens in it. */
async function trace({ first, ablate: [ablation], ...wanted }: WantedWorlds): Promise<number> {
  const tally = await run({ next: seedsFrom(first, 1), rules: worldRulesOf(ablation ?? null, wanted), trace: say });
  return tally.brokenWorlds > 0 ? 1 : 0;
}

/** Removes each rule separately. */
async function ablate(wanted: WantedWorlds): Promise<number> {
  let idle = 0;
  for (const name of wanted.ablate) {
    const tally = emptyTally();
    await runAll(wanted, name, tally);
    if (tally.brokenWorlds === 0) idle += 1;
    say(ablationLine(name, ABLATIONS[name].without, tally));
  }
  return idle === 0 ? 0 : 1;
}

/** Distributes the seeds among threads, and adds up their results. */
async function runAll({ first, seeds, jobs, ...kinds }: WantedWorlds, ablation: AblationName | null, tally: WorldTally): Promise<void> {
  const threads = Math.min(jobs, seeds);
  const shares = Array.from({ length: threads }, (_, index) => {
    const amount = Math.ceil((seeds - index) / threads);
    return { first: first + index, amount, step: threads, ablation, ...kinds };
  });
  await Promise.all(shares.map((share) => runShare(share, tally)));
}

function runShare(share: Share, tally: WorldTally): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), {
      workerData: share,
      /*
       * A world creates many short-lived objects: a larger young generation is collected a tenth as
       * often.
       */
      resourceLimits: { maxYoungGenerationSizeMb: 96 },
    });
    worker.on('message', (part: WorldTally) => merge(tally, part));
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A thread ended with ${code}`))));
  });
}

async function work({ first, amount, step, ablation, ...wanted }: Share): Promise<void> {
  const rules = worldRulesOf(ablation, wanted);
  let part = emptyTally();
  let toldAt = performance.now();
  const tell = () => {
    parentPort?.postMessage(part);
    part = emptyTally();
    toldAt = performance.now();
  };
  await run({
    next: seedsFrom(first, amount, step),
    rules,
    counted(world) {
      count(part, world);
      if (performance.now() - toldAt > TELL_MS) tell();
    },
  });
  tell();
}

function wantedOrNull(): WantedWorlds | null {
  try {
    return readArguments(process.argv.slice(2), availableParallelism());
  } catch (error) {
    say(`${error instanceof Error ? error.message : 'unknown reason'}\n${USAGE}`);
    return null;
  }
}
