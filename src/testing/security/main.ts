import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, USAGE, type WantedAttack } from './arguments.ts';
import { attackChain } from './chain.ts';
import { tryEndlessFiles } from './endless-files.ts';
import { countFindings, reportOf } from './report.ts';
import { ATTACKED_SETTINGS, attack } from './run.ts';
import { startProcess } from './subject.ts';
import { auditSignatures, evaluatePolicy, lintLockfile, type ToolReport } from './tools.ts';

/** Next to this program in the build. */
const DIST = fileURLToPath(new URL('..', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVER = fileURLToPath(new URL('../server/main.js', import.meta.url));
const HEALTH_WITHIN_MS = 1_000;
const HEALTH_BESIDE_BODIES_MS = 100;
const HEALTH_BESIDE_UNREAD_MS = 200;
const say = (line: string) => void process.stdout.write(`${line}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exit(await main());

/** @returns the exit code: 1 for findings, 2 for an invalid command line */
async function main(): Promise<number> {
  const wanted = wantedOrNull();
  if (wanted === null) return 2;
  const seed = wanted.seed ?? Math.floor(Math.random() * 1_000_000);
  if (wanted.chain !== null) {
    say(`seed ${seed}: npm run security -- --world chain --shops ${wanted.chain} --seed ${seed} sends the same again`);
    const found = await attackChain({
      shops: wanted.chain,
      seed,
      say,
      settings: ATTACKED_SETTINGS,
      start: (env) => startProcess(SERVER, env),
    });
    return found > 0 ? 1 : 0;
  }
  say(
    `seed ${seed}: npm run security -- --world ${wanted.worlds.join('|')} --seed ${seed} --minutes ${wanted.minutes} sends the same again`,
  );
  const network: ToolReport = wanted.network ? await auditSignatures(ROOT) : { name: 'npm audit signatures', found: null, noted: [] };
  const files = await tryEndlessFiles(join(DIST, 'server'));
  let findings = 0;
  for (const world of wanted.worlds) {
    say(`\n${world}`);
    const half = (wanted.minutes * 60_000) / 2;
    const result = await attack({
      world,
      seed,
      say,
      dist: DIST,
      healthWithinMs: HEALTH_WITHIN_MS,
      healthBesideBodiesMs: HEALTH_BESIDE_BODIES_MS,
      healthBesideUnreadMs: HEALTH_BESIDE_UNREAD_MS,
      everyForeign: 1,
      start: (env) => startProcess(SERVER, env),
      goOn: { requests: lasting(half), answers: lasting(half) },
    });
    const tools = [evaluatePolicy(result.policy), await lintLockfile(ROOT), files, network];
    say(reportOf(result, tools));
    findings += countFindings(result, tools);
  }
  return findings > 0 ? 1 : 0;
}

/** Returns true for this long after the first call. */
function lasting(ms: number): () => boolean {
  let until: number | null = null;
  return () => {
    until ??= Date.now() + ms;
    return Date.now() < until;
  };
}

function wantedOrNull(): WantedAttack | null {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    say(`${error instanceof Error ? error.message : 'unknown reason'}\n${USAGE}`);
    return null;
  }
}
