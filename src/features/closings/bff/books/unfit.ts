import { refuse } from '../../../../bff/platform/http/problem.ts';
import type { ExportFault } from '../../contract/books.ts';

export function unfit(fault: ExportFault, message: string) {
  return refuse('bad-request', { message, details: { field: fault } });
}
