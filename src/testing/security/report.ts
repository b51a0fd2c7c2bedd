import type { Result } from './run.ts';
import type { ToolReport } from './tools.ts';

/** The report of a run: a line for each part and each tool, followed by its findings. */
export function reportOf({ parts, odd, spoilt, longestHealthMs }: Result, tools: readonly ToolReport[]): string {
  const statuses = [...odd.byStatus].sort(([one], [other]) => one - other).map(([status, count]) => `${status || 'cut'} ${count}`);
  const requests = parts.reduce((sum, part) => sum + part.requests, 0);
  return [
    `${requests} requests in all`,
    ...parts.flatMap(({ name, requests: count, found }) => [`${mark(found)} ${name} (${count})`, ...found.map(indent)]),
    ...tools.flatMap(({ name, found, noted }) => [
      found === null ? `– ${name}: left out, it needs --network` : `${mark(found)} ${name}`,
      ...(found ?? []).map(indent),
      ...noted.map((note) => indent(`noted: ${note}`)),
    ]),
    `answers to odd requests and beside odd answers: ${statuses.join(', ')}`,
    `answers of the issuer that were spoilt: ${spoilt}`,
    `from 500 on: ${odd.serverErrors}, of them documented: ${odd.documented}`,
    `longest answer of /api/health: ${longestHealthMs} ms`,
  ].join('\n');
}

/** The total number of findings. */
export function countFindings({ parts }: Pick<Result, 'parts'>, tools: readonly ToolReport[]): number {
  return [...parts, ...tools].reduce((sum, { found }) => sum + (found?.length ?? 0), 0);
}

const mark = (found: readonly string[] | null) => (found?.length === 0 ? '✓' : '✗');
const indent = (line: string) => `    ${line}`;
