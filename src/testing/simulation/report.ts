import { WORLD_KINDS, type WorldKind } from './arguments.ts';
import { INVARIANTS } from './invariants.ts';
import { type Durations, type Example, percentileMs, type WorldTally } from './tally.ts';

/** The report of the simulation, at its end or after a stop. */

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

const seconds = (ms: number | null) => (ms === null ? '–' : (ms / 1000).toFixed(1)).padStart(8);
const grouped = (value: number) => value.toLocaleString('en-US');
const ofAll = (some: number, all: number) => `${grouped(some)} (${all === 0 ? 0 : ((100 * some) / all).toFixed(1)} %)`;

/** One line while it runs. */
export function progressLine(tally: WorldTally, wanted: number, elapsedMs: number): string {
  const perSecond = Math.round(tally.worlds / (elapsedMs / 1000));
  const first = tally.examples[0] ? `, first seed ${tally.examples[0].seed}` : '';
  return `${grouped(tally.worlds)} of ${grouped(wanted)} seeds, ${grouped(perSecond)} a second, ${grouped(tally.brokenWorlds)} with violations${first}`;
}

/** The whole report. @param kinds the worlds that were run, to run one of them again */
export function report(tally: WorldTally, elapsedMs: number, kinds: Partial<Record<WorldKind, boolean>> = {}): string {
  const hours = tally.virtualMs / HOUR_MS;
  return [
    '',
    `Seeds run               ${grouped(tally.worlds)} in ${Math.round(elapsedMs / 1000)} s`,
    `Virtual time            ${grouped(Math.round(hours))} h (${grouped(Math.round(hours / DAY_HOURS))} days)`,
    `Unknown outcomes        ${grouped(tally.unknowns)}, of them ${ofAll(tally.managers, tally.unknowns)} for a manager`,
    `  that took nothing     ${grouped(tally.nothings)}, of them ${ofAll(tally.nothingManagers, tally.nothings)} for a manager`,
    ...Object.entries(tally.whys)
      .sort(([, a], [, b]) => b - a)
      .map(([why, times]) => `  for a manager         ${ofAll(times, tally.unknowns)} ${why}`),
    ...(tally.stories === 0
      ? []
      : [`Stories told            ${grouped(tally.stories)} of ${grouped(tally.lines)} lines, ${grouped(tally.lefts)} with what was left`]),
    `Worlds with violations  ${grouped(tally.brokenWorlds)}`,
    `Violations              ${INVARIANTS.map((invariant) => `${invariant} ${grouped(tally.broken[invariant])}`).join(', ')}`,
    '',
    'Time from SENT to the verdict on an unknown outcome, seconds',
    '                                     p50      p95      max    count',
    durations('found captured', tally.captured),
    durations('proved not captured', tally.notCaptured),
    durations('with a second attempt', tally.second),
    ...tally.examples.map(
      ({ seed, violation }) => `seed ${seed}: ${violation.invariant} at ${Math.round(violation.atMs / 1000)} s: ${violation.what}`,
    ),
    ...(tally.examples[0] ? ['', `To see all of it: ${commandFor(tally.examples[0], kinds)}`] : []),
    '',
  ].join('\n');
}

function commandFor({ seed, violation }: Example, kinds: Partial<Record<WorldKind, boolean>>): string {
  const wanted = { ...kinds, ...(violation.invariant.startsWith('S') && { story: true }) };
  const options = Object.entries(WORLD_KINDS).flatMap(([kind, option]) => (wanted[kind as WorldKind] ? ` ${option}` : []));
  return `npm run sim -- --seed ${seed}${options.join('')} --trace`;
}

function durations(name: string, of: Durations): string {
  const columns = [percentileMs(of, 0.5), percentileMs(of, 0.95), of.count === 0 ? null : of.maxMs].map(seconds);
  return `  ${name.padEnd(28)} ${columns.join(' ')} ${grouped(of.count).padStart(8)}`;
}

/** One line for a rule that was switched off. */
export function ablationLine(name: string, without: string, tally: WorldTally): string {
  const broken = INVARIANTS.filter((invariant) => tally.broken[invariant] > 0).map(
    (invariant) => `${invariant} ${grouped(tally.broken[invariant])}`,
  );
  const found =
    broken.length === 0 ? 'nothing' : `${grouped(tally.brokenWorlds)} worlds (${broken.join(', ')}), first seed ${tally.examples[0]?.seed}`;
  return `${name.padEnd(18)} ${without.padEnd(70)} ${found}`;
}
