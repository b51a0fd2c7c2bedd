import type { Period } from '../../../bff/issuer/port.ts';
import { PERIOD_DAYS_MAX } from '../contract/limits.ts';
import { badRequest } from './problems.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A period in a request body, ISO 8601. */
export interface RequestedPeriod {
  readonly from: string;
  readonly to: string;
}

/** @throws Problem 400 for a period without start or end, or that is too long */
export function readPeriod({ from, to }: RequestedPeriod): Period {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  for (const field of ['from', 'to'] as const) {
    if (Number.isNaN(period[field])) throw badRequest(field, `"${field}" is not a valid date and time.`);
  }
  if (period.to < period.from) throw badRequest('to', '"to" is before "from".');
  if (period.to - period.from > PERIOD_DAYS_MAX * DAY_MS)
    throw badRequest('from', `"from" is more than ${PERIOD_DAYS_MAX} days before "to".`);
  return period;
}
