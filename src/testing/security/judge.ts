import { problemBodySchema } from '../../contract/platform/problem.ts';
import { type Canary, canariesIn } from './canaries.ts';
import type { HeardAnswer } from './wire.ts';

/**
 * Problems that may have a status from 500 on: the server works and reports a failure elsewhere.
 */
const DOCUMENTED: ReadonlySet<string> = new Set(['not-ready', 'issuer-unreachable', 'issuer-unclear', 'search-unproved']);

/** The answers to odd requests, counted by kind. */
export interface AnswerTally {
  readonly requests: number;
  /** How many answers had each status; 0 for a connection that ended without one. */
  readonly byStatus: ReadonlyMap<number, number>;
  /** Those from 500 on. */
  readonly serverErrors: number;
  readonly documented: number;
}

export interface AnswerJudge {
  /** @returns the fault of an answer, or null */
  hear(heard: HeardAnswer, mayEnd?: boolean): string | null;
  tally(): AnswerTally;
}

/** Judges every answer by the same rules. @param canaries what no answer may hold that refuses something */
export function createAnswerJudge(canaries: readonly Canary[]): AnswerJudge {
  const byStatus = new Map<number, number>();
  let requests = 0;
  let serverErrors = 0;
  let documented = 0;
  return {
    hear(heard, mayEnd = false) {
      const { status, text } = heard;
      requests += 1;
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      if (status === 0) return mayEnd ? null : `no answer after ${Math.round(heard.ms)} ms`;
      if (status < 400) return null;
      const { data } = problemBodySchema.safeParse(orNull(text));
      if (status >= 500) serverErrors += 1;
      if (status >= 500 && data !== undefined && DOCUMENTED.has(data.error.code)) documented += 1;
      else if (status >= 500) return `${status} ${text.slice(0, 200)}`;
      /* The parser refuses input that is not HTTP, without a body. */
      if (data === undefined && text !== '') return `${status} without a problem: ${text.slice(0, 200)}`;
      const leaked = canariesIn(text, canaries);
      return leaked.length > 0 ? `${status} tells ${leaked.join(', ')}` : null;
    },
    tally: () => ({ requests, byStatus, serverErrors, documented }),
  };
}

function orNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
