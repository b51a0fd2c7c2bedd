import { describe, expect, it } from 'vitest';
import { ApiProblem, createCall, NoAnswer } from './client.ts';

const TENDER = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/** A client whose server always answers with this. */
function rig(answer: () => Response | Promise<Response>, confirm?: () => Promise<boolean>) {
  const requests: { url: string; init: RequestInit }[] = [];
  const problems: ApiProblem[] = [];
  const call = createCall({
    fetch: (url, init = {}) => {
      requests.push({ url: url instanceof Request ? url.url : url.toString(), init });
      return Promise.resolve().then(answer);
    },
    onProblem: (problem) => problems.push(problem),
    ...(confirm && { confirm }),
  });
  return { call, requests, problems };
}

const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status });
const PROBLEM = { error: { code: 'signed-out', message: 'Sign in', requestId: 'r1', retry: 'safe' } };

describe('the client', () => {
  it('marks every request as the page’s own, sends JSON, and keeps the ref out of the address', async () => {
    const { call, requests } = rig(json({ id: TENDER, state: 'cancelled' }));
    await call('cancelTender', { params: { id: TENDER } });
    const { call: check, requests: checks } = rig(json(PROBLEM, 401));
    await expect(check('check', { body: { code: 'CANARY1234' } })).rejects.toThrow(ApiProblem);
    expect(requests[0]).toMatchObject({
      url: `/api/tenders/${TENDER}`,
      init: { method: 'DELETE', headers: { 'X-Tillside': '1' } },
    });
    expect(checks[0]?.url).toBe('/api/vouchers/check');
    expect(checks[0]?.init).toMatchObject({
      body: '{"code":"CANARY1234"}',
      headers: { 'Content-Type': 'application/json' },
      redirect: 'error',
      cache: 'no-store',
    });
  });

  it('returns the parsed body, and undefined for 204', async () => {
    expect(await rig(json([])).call('myTenders', { query: { mine: '1' } })).toEqual([]);
    expect(await rig(() => new Response(null, { status: 204 })).call('signOut')).toBeUndefined();
  });

  it('notifies the whole app of a problem before it throws it', async () => {
    const { call, problems } = rig(json(PROBLEM, 401));
    await expect(call('session')).rejects.toMatchObject({ status: 401, problem: { code: 'signed-out' } });
    expect(problems).toHaveLength(1);
  });

  const needed = json({ error: { ...PROBLEM.error, code: 'passkey-needed' } }, 403);

  it.each([
    ['once after it was confirmed', true, 2],
    ['not at all after it was cancelled', false, 1],
  ])('sends a refused request again %s', async (_, isConfirmed, sent) => {
    const { call, requests } = rig(needed, () => Promise.resolve(isConfirmed));
    await expect(call('signOut')).rejects.toMatchObject({ problem: { code: 'passkey-needed' } });
    expect(requests).toHaveLength(sent);
  });

  it('returns the response to the confirmed request', async () => {
    let answer = needed;
    const confirm = () => {
      answer = json([]);
      return Promise.resolve(true);
    };
    expect(await rig(() => answer(), confirm).call('myTenders')).toEqual([]);
  });

  it.each([
    ['a lost connection', () => Promise.reject(new TypeError('failed to fetch'))],
    ['a page of a proxy', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['an empty error', () => new Response('', { status: 500 })],
    ['an unknown problem code', json({ error: { ...PROBLEM.error, code: 'novel' } }, 400)],
    ['half an answer', () => new Response('{"id":"', { status: 200 })],
    ['an answer of another shape', json({ id: TENDER, state: 'paid' })],
  ])('reports an unknown outcome after %s', async (_, answer) => {
    await expect(rig(answer).call('tender', { params: { id: TENDER } })).rejects.toThrow(NoAnswer);
  });
});
