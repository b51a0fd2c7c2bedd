import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ProblemCode } from '../../../contract/platform/problem.ts';
import { ANA, createTestTill } from '../../../testing/rigs/till.ts';
import { createIdempotent } from './idempotent-operations.ts';

/**
 * Sends a different request with the id of an issue, to a kind with its own code or without one.
 */
async function askForAnother(own: { readonly mismatch?: ProblemCode }): Promise<unknown> {
  const till = await createTestTill();
  const id = randomUUID();
  await till.issues.put(ANA, id, { productCode: 'GIFT10', quantity: 1 });
  const journal = till.issueJournal;
  const idempotent = createIdempotent({
    ...till,
    ...own,
    journal,
    kind: 'issue',
    isOpen: () => false,
    usedFor: 'something else',
  });
  const order = { productCode: 'GIFT10', quantity: 2, faceValue: null, clientReference: null };
  const never = () => Promise.reject(new Error('An id that is taken begins nothing'));
  const request = { shop: ANA.shop, personId: ANA.person.id, order };
  return idempotent.put({
    id,
    caller: ANA,
    request,
    deadline: idempotent.deadline(),
    prepare: never,
    begin: never,
    view: ({ id: seen }) => seen,
  });
}

it.each<[string, { readonly mismatch?: ProblemCode }, ProblemCode]>([
  ['the code shared by all kinds', {}, 'id-used'],
  ['the specific code of a kind', { mismatch: 'issue-mismatch' }, 'issue-mismatch'],
])('an id of another operation is refused with %s', async (_, own, code) => {
  await expect(askForAnother(own)).rejects.toMatchObject({
    status: 409,
    code,
    message: 'This id was already used for something else.',
  });
});
