import { expect, it } from 'vitest';
import { canary } from './canaries.ts';
import { createAnswerJudge } from './judge.ts';

const problem = (code: string, message = 'No.') => JSON.stringify({ error: { code, message, requestId: '1', retry: 'never' } });
const heard = (status: number, text = '') => ({ status, text, headers: {}, ms: 1 });

it('refusals and documented errors are accepted and counted', () => {
  const judge = createAnswerJudge([]);
  expect(judge.hear(heard(200, 'anything'))).toBeNull();
  expect(judge.hear(heard(400, problem('bad-request')))).toBeNull();
  expect(judge.hear(heard(503, problem('not-ready')))).toBeNull();
  expect(judge.hear(heard(0), true)).toBeNull();
  expect(judge.tally()).toMatchObject({ requests: 4, serverErrors: 1, documented: 1 });
});

it.each([
  ['an unexpected error', heard(500, problem('internal'))],
  ['a bare 503', heard(503)],
  ['a refusal without a problem document', heard(404, '<html>')],
  ['no response', heard(0)],
  ['a secret in a refusal', heard(400, problem('bad-request', 'Not hush-hush.'))],
])('%s is reported', (_, answer) => {
  expect(createAnswerJudge([canary('secret', 'hush-hush')]).hear(answer)).not.toBeNull();
});
