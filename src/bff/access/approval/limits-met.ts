import type { ProblemCode } from '../../../contract/platform/problem.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Identity } from '../../platform/http/caller.ts';
import type { Problem } from '../../platform/http/problem.ts';
import { ONE_LINE_MS } from './limits.ts';

/** Problems of a request that exceeds a limit of the shop. */
const EXCEEDED_LIMIT: ReadonlySet<ProblemCode> = new Set(['limit-passed', 'second-person', 'over-limit']);

/** Records in the audit trail that a request exceeded a limit of the shop. */
export function createLimitsMet({
  clock,
  audit,
}: Pick<Ports, 'clock' | 'audit'>): (caller: Identity, problem: Problem) => Promise<void> {
  /** Monotonic times, by person and device. */
  const reportedAt = new Map<string, number>();
  return async ({ shop, device, person }, { code }) => {
    if (!EXCEEDED_LIMIT.has(code) || device === null || person === null) return;
    const who = JSON.stringify([shop, device.id, person.id]);
    const now = clock.monotonic();
    if (now - (reportedAt.get(who) ?? Number.NEGATIVE_INFINITY) < ONE_LINE_MS) return;
    reportedAt.set(who, now);
    await audit.write({ by: { shop, device, person }, action: 'limit.met', details: {} });
  };
}
