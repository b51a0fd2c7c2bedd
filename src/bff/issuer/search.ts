import { LIMITS } from '../../contract/limits.ts';
import { describe, is2xx } from './classify.ts';
import type { Host } from './host.ts';
import type { Asked, Issuer, IssuerTransaction } from './port.ts';
import { parseJson } from './wire/json.ts';
import { readSearchPage, searchBody } from './wire/search.ts';

/** Statuses by which a service refuses a page that it does not have, or a page that is larger than it makes them. */
const REFUSING: ReadonlySet<number> = new Set([400, 404, 416, 422]);

/** POST /v1/transactions/actions/search. The largest page is documented nowhere: where the first page is refused, a smaller one is asked for, from then on. */
export function createSearch({
  merchant,
  merchantHeaders,
}: {
  merchant: Host;
  merchantHeaders: Record<string, string>;
}): Issuer['searchPage'] {
  const call = {
    name: 'search',
    method: 'POST',
    path: '/v1/transactions/actions/search',
    headers: merchantHeaders,
    answerBytesMax: LIMITS.pageAnswerBytesMax,
  } as const;
  let pageSize: number = LIMITS.searchPageSize;

  return async function searchPage(period, pageIndex, signal): Promise<Asked<readonly IssuerTransaction[]>> {
    const reply = await merchant.ask({ ...call, body: searchBody(period, pageIndex, pageSize) }, signal);
    if (reply.kind === 'silence') return { outcome: 'unclear', reason: reply.reason };
    if (REFUSING.has(reply.status)) {
      if (pageIndex > 0) return { outcome: 'absent' };
      if (pageSize > LIMITS.searchPageSizeSmall) {
        pageSize = LIMITS.searchPageSizeSmall;
        return searchPage(period, pageIndex, signal);
      }
    }
    const body = parseJson(reply.text);
    const rows = is2xx(reply) ? readSearchPage(body) : null;
    return rows === null ? { outcome: 'unclear', reason: describe(reply, body) } : { outcome: 'found', value: rows };
  };
}
