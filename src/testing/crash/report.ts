import type { Trial, TrialOutcome } from './trial.ts';

/** One line of the table: all trials of a scenario on a store. */
export interface ReportRow {
  readonly operation: string;
  readonly store: string;
  readonly scenario: string;
  readonly outcomes: readonly TrialOutcome[];
}

/**
 * Formats the table. *struck* counts trials that reached their crash or disk error; the others
 * ended before it. *time* is the sum over its trials, many of which run in parallel.
 */
export function table(rows: readonly ReportRow[]): string {
  const head = ['operation', 'store', 'scenario', 'tried', 'struck', 'survived', 'violations', 'time', 'ended as'];
  const lines = rows.map(({ operation, store, scenario, outcomes }) => [
    operation,
    store,
    scenario,
    String(outcomes.length),
    String(outcomes.filter(({ struck }) => struck).length),
    String(outcomes.filter(({ faults }) => faults.length === 0).length),
    String(outcomes.reduce((sum, { faults }) => sum + faults.length, 0)),
    `${Math.round(outcomes.reduce((sum, { ms }) => sum + ms, 0) / 1000)} s`,
    tally(outcomes.map(({ ended }) => ended)),
  ]);
  const widths = head.map((name, column) => Math.max(name.length, ...lines.map((line) => line[column]?.length ?? 0)));
  return [head, ...lines]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function tally(words: readonly string[]): string {
  const counted = new Map<string, number>();
  for (const word of words) counted.set(word, (counted.get(word) ?? 0) + 1);
  return [...counted]
    .sort(([, a], [, b]) => b - a)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ');
}

/** The end of what servers wrote, and of each line its beginning. */
const LOG_LINES = 25;
const LOG_CHARS = 300;

/** Describes a failed trial: its point, the faults, and the last output of the servers. */
export function faultReport({ trial, ended, faults, log }: TrialOutcome): string {
  const lines = [`${trial.scenario.operation.name}, ${trial.scenario.name}: ${place(trial)}; ended as ${ended}`];
  const written = log
    .split('\n')
    .slice(-LOG_LINES)
    .map((line) => `    | ${line.slice(0, LOG_CHARS)}`);
  return [...lines, ...faults.map((fault) => `  ${fault}`), ...written].join('\n');
}

/** Describes where a trial strikes, and how it continues. */
export function place({ during, recovering, afterwards, what }: Trial): string {
  const injections = [during, recovering].filter((injection) => injection != null);
  const where = injections.map(({ call, nth, effect, onwards }) => `${effect} at ${call} ${nth}${onwards === true ? ' and on' : ''}`);
  return [...where, what, afterwards].filter((part) => part !== '').join(', ');
}
