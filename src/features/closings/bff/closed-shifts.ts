import { createPageReader, type PageReaderDeps } from '../../../bff/redemption/operation/read-page.ts';
import type { AnswerOf } from '../../../contract/platform/endpoint.ts';
import type { closingEndpoints } from '../contract/endpoints.ts';
import type { PagedShifts, ZView } from './shift-store.ts';
import { summaryOf } from './shifts.ts';

/** Closed shifts, oldest closing first, page by page. @throws Problem 400 for an invalid cursor */
export type ClosedShifts = (
  query: Readonly<Record<string, string>>,
) => Promise<AnswerOf<typeof closingEndpoints.closedShifts>>;

export function createClosedShifts({ store, ...deps }: PageReaderDeps & { readonly store: PagedShifts }): ClosedShifts {
  const readPage = createPageReader(deps);
  return async (query) => {
    const page = await readPage(query, store.pageOf, positionOf);
    return { ...page, items: page.items.map(summaryOf) };
  };
}

const positionOf = ({ id, opened, closed }: ZView) => ({ at: Date.parse(closed ?? opened), id });
