import { LIMITS } from '../../../contract/access/limits.ts';
import { tenderIdSchema } from '../../../contract/redemption/tender.ts';
import { uuidOf } from '../base/uuid-of.ts';
import { refuse } from './problem.ts';

/**
 * The id in a path, made by a page: a UUID in lower case.
 * @throws Problem 400 `bad-request`
 */
export function operationId(params: Readonly<Record<string, string>>): string {
  const parsed = tenderIdSchema.safeParse(params['id']);
  if (parsed.success) return parsed.data;
  throw refuse('bad-request', { message: 'The id is a UUID in lower case.', details: { field: 'id' } });
}

const HEADER = 'Idempotency-Key';

/**
 * The id of what a POST asks for, out of its `Idempotency-Key`: the key itself where it is a UUID,
 * else a UUID made of it.
 * @param owner whoever asks: the same text of two programs is not the same key
 * @throws Problem 400 `bad-request` where there is none
 */
export function idByHeader(headers: Headers, owner: string): string {
  const given = (headers.get(HEADER) ?? '').trim().replace(/^"(.*)"$/, '$1');
  if (given === '' || given.length > LIMITS.idempotencyKeyCharsMax) {
    const message =
      `This needs the header ${HEADER}: a UUID, or up to ${LIMITS.idempotencyKeyCharsMax} characters that are ` +
      'another each time.';
    throw refuse('bad-request', { message, details: { field: HEADER } });
  }
  const uuid = tenderIdSchema.safeParse(given.toLowerCase());
  return uuid.success ? uuid.data : uuidOf(`${owner} ${given}`);
}
