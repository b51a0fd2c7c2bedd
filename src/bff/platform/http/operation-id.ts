import { LIMITS } from '../../../contract/access/limits.ts';
import { tenderIdSchema } from '../../../contract/redemption/tender.ts';
import { uuidOf } from '../base/uuid-of.ts';
import { refuse } from './problem.ts';

/**
 * Parses the id in a path, created by a page: a UUID, in lower case once parsed.
 * @throws Problem 400 `bad-request`
 */
export function operationId(params: Readonly<Record<string, string>>): string {
  const parsed = tenderIdSchema.safeParse(params['id']);
  if (parsed.success) return parsed.data;
  throw refuse('bad-request', { message: 'The id must be a UUID.', details: { field: 'id' } });
}

const HEADER = 'Idempotency-Key';

/**
 * Returns the id for a POST from its `Idempotency-Key`: the key itself if it is a UUID, else a UUID
 * derived from it.
 * @param owner the caller, because equal texts of two programs are different keys
 * @throws Problem 400 `bad-request` if the header is missing
 */
export function idByHeader(headers: Headers, owner: string): string {
  const header = (headers.get(HEADER) ?? '').trim().replace(/^"(.*)"$/, '$1');
  if (header === '' || header.length > LIMITS.idempotencyKeyCharsMax) {
    const message =
      `The header ${HEADER} is missing or too long: send a UUID, or up to ${LIMITS.idempotencyKeyCharsMax} ` +
      'characters that are different for each operation.';
    throw refuse('bad-request', { message, details: { field: HEADER } });
  }
  const uuid = tenderIdSchema.safeParse(header);
  return uuid.success ? uuid.data : uuidOf(`${owner} ${header}`);
}
