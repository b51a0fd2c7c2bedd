import type { ExportFault } from '../../contract/books.ts';
import { refuse } from '../http/problem.ts';

/** Why no file can be made of some closings. */
export function unfit(fault: ExportFault, message: string) {
  return refuse('bad-request', { message, details: { field: fault } });
}
