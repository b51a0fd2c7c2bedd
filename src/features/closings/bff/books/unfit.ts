import { refuse } from '../../../../bff/platform/http/problem.ts';
import type { ExportFault } from '../../contract/books.ts';

/** Why no file can be made of some closings. */
export function unfit(fault: ExportFault, message: string) {
  return refuse('bad-request', { message, details: { field: fault } });
}
