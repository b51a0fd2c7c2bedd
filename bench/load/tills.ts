import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Client } from 'undici';
import { AMOUNT, CREDENTIALS, type Done, type Job, PRODUCT_CLASS } from './job.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** A working till: its requests for a check and a redemption, and the content of the response. */
interface Till {
  check(ref: string): Promise<void>;
  redeem(ref: string): Promise<string>;
  close(): Promise<void>;
}

async function ask(client: Client, method: 'GET' | 'POST' | 'PUT', path: string, headers: Record<string, string>, body?: object) {
  const answer = await client.request({ method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return { status: answer.statusCode, text: await answer.body.text() };
}

/** A till of ours: one connection that stays, as a browser's. */
function tillOf(origin: string, cookie: string): Till {
  const client = new Client(origin);
  const headers = { ...JSON_TYPE, 'x-tillside': '1', origin, cookie };
  return {
    async check(code) {
      const { status, text } = await ask(client, 'POST', '/api/vouchers/check', headers, { code });
      if (status !== 200 || !text.includes('"refusal":null')) throw new Error(`a check answered ${status} ${text}`);
    },
    async redeem(code) {
      const body = { code, amount: AMOUNT, currency: 'SGD' };
      const { status, text } = await ask(client, 'PUT', `/api/tenders/${randomUUID()}`, headers, body);
      return /"state":"(\w+)"/.exec(text)?.[1] ?? `HTTP ${status}`;
    },
    close: () => client.close(),
  };
}

/** The same two requests as the server makes them: the check on a connection that stays, the redemption on a new one. */
function straight(origin: string): Till {
  const client = new Client(origin);
  const headers = { ...JSON_TYPE, ...CREDENTIALS };
  return {
    async check(ref) {
      const { status, text } = await ask(client, 'GET', `/merchant/v1/vouchers/${PRODUCT_CLASS}-${ref}`, headers);
      if (status !== 200) throw new Error(`a check answered ${status} ${text}`);
    },
    async redeem(ref) {
      const once = new Client(origin);
      const body = { currency: 'SGD', vouchers: [{ value: AMOUNT, product_class: PRODUCT_CLASS, ref }] };
      const { status, text } = await ask(once, 'POST', '/merchant/v1/transactions?return_vouchers_info=true', headers, body);
      await once.close();
      return text.includes('capture_id') ? 'captured' : `HTTP ${status}`;
    },
    close: () => client.close(),
  };
}

async function work(job: Job, till: Till, name: string, beganMs: number, done: Done): Promise<void> {
  const isOver = (pairs: number) =>
    (job.pairs !== null && pairs >= job.pairs) || (job.seconds !== null && performance.now() - beganMs >= job.seconds * 1_000);
  for (let pairs = 0; !isOver(pairs); pairs += 1) {
    const ref = `${job.prefix}${name}N${String(pairs).padStart(6, '0')}`;
    const checkedMs = performance.now();
    if (job.check) {
      await till.check(ref);
      done.checkMs.push(performance.now() - checkedMs);
    }
    const sentMs = performance.now();
    const told = await till.redeem(ref);
    done.redeemMs.push(performance.now() - sentMs);
    done.told.push([ref, told]);
  }
}

async function main(): Promise<void> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk as string;
  const job = JSON.parse(text) as Job;
  const tills = job.cookies.map((cookie) => (job.to === 'server' ? tillOf(job.origin, cookie) : straight(job.origin)));
  const done: Done = { tookMs: 0, cpuMs: 0, redeemMs: [], checkMs: [], told: [] };
  const beganMs = performance.now();
  const used = process.cpuUsage();
  await Promise.all(tills.map((till, index) => work(job, till, `T${String(index).padStart(3, '0')}`, beganMs, done)));
  const tookMs = performance.now() - beganMs;
  await Promise.all(tills.map((till) => till.close()));
  const { user, system } = process.cpuUsage(used);
  process.stdout.write(JSON.stringify({ ...done, tookMs, cpuMs: (user + system) / 1_000 }));
}

await main();
