import { refuse } from '../../../../bff/platform/http/problem.ts';
import type { ExportFault } from '../../contract/books.ts';

/** The problem for closings that cannot be exported. */
export function unfit(fault: ExportFault, message: string) {
  return refuse('bad-request', { message, details: { field: fault } });
}
