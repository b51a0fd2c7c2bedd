import { createHash } from 'node:crypto';
import { LIMITS } from '../../contract/limits.ts';
import { tenderIdSchema } from '../../contract/tender.ts';
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

/** A UUID of version 8, which is made as one likes: here of a hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text, 'utf8').digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
