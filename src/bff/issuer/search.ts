import { LIMITS } from '../../contract/access/limits.ts';
import { describe, is2xx } from './classify.ts';
import type { Host } from './host.ts';
import { contradictsItself, OTHER_ANSWER } from './mismatch.ts';
import type { Issuer, IssuerReply, IssuerTransaction, PageSize } from './port.ts';
import { parseJson } from './wire/json.ts';
import { readSearchPage, searchBody } from './wire/search.ts';

/** Statuses for a page that does not exist, or that is larger than the service allows. */
const UNSUPPORTED_SIZE_STATUSES: ReadonlySet<number> = new Set([400, 404, 416, 422]);

/**
 * POST /v1/transactions/actions/search. The largest page size is not documented: if the first page
 * is refused, smaller pages are used from then on.
 */
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
  const sizes: Record<PageSize, number> = { few: LIMITS.searchPageSize, many: LIMITS.searchPageSizeLarge };

  return async function searchPage(
    period,
    pageIndex,
    signal,
    size = 'few',
  ): Promise<IssuerReply<readonly IssuerTransaction[]>> {
    const pageSize = sizes[size];
    const reply = await merchant.ask({ ...call, body: searchBody(period, pageIndex, pageSize) }, signal);
    if (reply.kind === 'silence') return { outcome: 'unclear', reason: reply.reason };
    if (UNSUPPORTED_SIZE_STATUSES.has(reply.status)) {
      if (pageIndex > 0) return { outcome: 'absent' };
      const smaller = SMALLER.find((fewer) => fewer < pageSize);
      if (smaller !== undefined) {
        sizes[size] = Math.min(sizes[size], smaller);
        return searchPage(period, pageIndex, signal, size);
      }
    }
    const body = parseJson(reply.text);
    const rows = is2xx(reply) ? readSearchPage(body) : null;
    if (rows === null) return { outcome: 'unclear', reason: describe(reply, body) };
    if (!contradictsItself(rows)) return { outcome: 'found', value: rows };
    merchant.distrust();
    return OTHER_ANSWER;
  };
}

/** Page sizes to try if a larger one is refused. */
const SMALLER = [LIMITS.searchPageSize, LIMITS.searchPageSizeSmall];
