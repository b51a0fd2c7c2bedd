import { refuse } from '../../../../bff/platform/http/problem.ts';
import type { ExportFault } from '../../contract/books.ts';

export function refuseExport(fault: ExportFault, message: string) {
  return refuse('bad-request', { message, details: { field: fault } });
}
