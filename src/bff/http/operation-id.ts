import { tenderIdSchema } from '../../contract/tender.ts';
import { Problem } from './problem.ts';

/**
 * The id in a path, made by a page: a UUID in lower case.
 * @throws Problem 400 `bad-request`
 */
export function operationId(params: Readonly<Record<string, string>>): string {
  const parsed = tenderIdSchema.safeParse(params['id']);
  if (parsed.success) return parsed.data;
  throw new Problem({
    status: 400,
    code: 'bad-request',
    message: 'The id is a UUID in lower case.',
    retry: 'never',
    details: { field: 'id' },
  });
}
