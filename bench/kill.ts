import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'undici';
import { at } from './load/figures.ts';
import { AMOUNT } from './load/job.ts';
import { openTills } from './load/open-tills.ts';
import { type Rig, startRig } from './load/rig.ts';

export interface KillOptions {
  readonly shops: number;
  /** The shops have them in turn. */
  readonly tills: number;
  /** How long the tills work; a server is killed after half of it. */
  readonly seconds: number;
}

/** A redemption, and what its till heard. */
interface Redemption {
  readonly till: KillTill;
  readonly id: string;
  readonly ref: string;
  state: string;
  /** When its last attempt began, and how long all attempts took, milliseconds. */
  readonly beganMs: number;
  tookMs: number;
  /** True if it was repeated at the other server. */
  moved: boolean;
}

interface KillTill {
  readonly number: number;
  readonly headers: Record<string, string>;
  /** The server that it uses; the other one after its own has gone. */
  origin: string;
  client: Client;
}

const FINAL = new Set(['captured', 'captured_partial', 'declined', 'not_sent', 'not_captured', 'manager']);
/** The time between two customers of a till. */
const PAUSE_MS = 10_000;
/** A till asks again after this pause. */
const AGAIN_MS = 250;
/** The other tills get each answer within this time. */
const WITHIN_MS = 10_000;
/** W, two readings, and the time until a dead server's operations are taken over. */
const SETTLED_WITHIN_MS = 8 * 60_000;

/**
 * Tills of many shops work through two servers on one PostgreSQL; one server is killed, and its tills
 * go on at the other. @throws Error if a promise is broken
 */
export async function kill({ shops, tills: count, seconds }: KillOptions): Promise<void> {
  const rig = await startRig({ store: 'postgres' });
  try {
    const cookies = await openTills(rig, count, shops);
    const other = await rig.startAnother();
    await rig.quiet();
    const tills = cookies.map((cookie, number): KillTill => {
      /* Each shop has tills at both servers. */
      const origin = Math.floor(number / shops) % 2 === 0 ? rig.origin : other.origin;
      const headers = { 'content-type': 'application/json', 'x-tillside': '1', cookie };
      return { number, headers, origin, client: new Client(origin) };
    });
    const beganMs = performance.now();
    const done: Redemption[] = [];
    const working = Promise.all(tills.map((till) => work(till, other.origin, beganMs + seconds * 1_000, done)));
    await setTimeout((seconds * 1_000) / 2);
    const killedMs = performance.now();
    await rig.server.stop('SIGKILL');
    await working;
    const unknown = done.filter(({ state }) => !FINAL.has(state)).length;
    const settledMs = await settle(done);
    await report(rig, { done, killedMs, unknown, settledMs });
    await Promise.all(tills.map(({ client }) => client.destroy()));
  } finally {
    await rig.stop();
  }
}

async function work(till: KillTill, otherOrigin: string, untilMs: number, done: Redemption[]): Promise<void> {
  /* The tills begin one after the other. */
  await setTimeout(Math.random() * PAUSE_MS);
  for (let number = 0; performance.now() < untilMs; number += 1) {
    const ref = `K${String(till.number).padStart(3, '0')}N${String(number).padStart(6, '0')}`;
    const redemption: Redemption = { till, id: randomUUID(), ref, state: '', beganMs: performance.now(), tookMs: 0, moved: false };
    done.push(redemption);
    await redeem(redemption, otherOrigin);
    redemption.tookMs = performance.now() - redemption.beganMs;
    await setTimeout(PAUSE_MS);
  }
}

/** Sends a redemption until a server answers: the same again at the other one, once its own has gone. */
async function redeem(redemption: Redemption, otherOrigin: string): Promise<void> {
  const { till, id, ref } = redemption;
  const body = JSON.stringify({ code: ref, amount: AMOUNT, currency: 'SGD' });
  for (;;) {
    try {
      const { status, state } = await ask(till, 'PUT', id, body);
      redemption.state = state ?? '';
      if (state !== null) return;
      if (status < 500) throw new Error(`a redemption was answered with ${status}`);
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error;
      await till.client.destroy();
      till.origin = otherOrigin;
      till.client = new Client(otherOrigin);
      redemption.moved = true;
    }
    await setTimeout(AGAIN_MS);
  }
}

async function ask({ client, headers, origin }: KillTill, method: 'GET' | 'PUT', id: string, body?: string) {
  const path = `/api/tenders/${id}`;
  const answer = await client.request({ method, path, headers: { ...headers, origin }, ...(body !== undefined && { body }) });
  const text = await answer.body.text();
  return { status: answer.statusCode, state: /"state":"(\w+)"/.exec(text)?.[1] ?? null };
}

/** Asks about open redemptions until each is known. @returns how long that took, milliseconds */
async function settle(done: readonly Redemption[]): Promise<number> {
  const beganMs = performance.now();
  for (;;) {
    const open = done.filter(({ state }) => !FINAL.has(state));
    if (open.length === 0 || performance.now() - beganMs > SETTLED_WITHIN_MS) return performance.now() - beganMs;
    await setTimeout(AGAIN_MS * 4);
    for (const redemption of open) redemption.state = (await ask(redemption.till, 'GET', redemption.id)).state ?? redemption.state;
  }
}

interface Killed {
  readonly done: readonly Redemption[];
  readonly killedMs: number;
  /** Unknown when the tills had finished. */
  readonly unknown: number;
  readonly settledMs: number;
}

/** Rows of a shop that are another shop's: on its list, and claimed by its operations. */
const FOREIGN_ROWS = `
  select count(*)::int as count from (
    select 1 from list_row join shop on shop.id = list_row.shop where list_row.mid <> shop.mid
    union all
    select 1 from claim join shop on shop.id = claim.shop
      join issuer_row on issuer_row.account = shop.account and issuer_row.transaction_id = claim.transaction_id
      where issuer_row.mid <> shop.mid
  ) as foreign_rows`;

/** @throws Error if a promise is broken */
async function report(rig: Rig, { done, killedMs, unknown, settledMs }: Killed): Promise<void> {
  const ledger = await rig.issuer.ledger();
  const taken = ({ ref }: Redemption) => ledger[ref] ?? 0;
  const isTaken = ({ state }: Redemption) => state === 'captured' || state === 'captured_partial';
  const open = done.filter(({ state }) => !FINAL.has(state));
  const managers = done.filter(({ state }) => state === 'manager');
  const twice = done.filter((one) => taken(one) > AMOUNT);
  const wrong = done.filter((one) => one.state !== 'manager' && isTaken(one) !== taken(one) > 0);
  const unheard = Object.keys(ledger).length - done.filter((one) => taken(one) > 0).length;
  const [{ count: foreign } = { count: Number.NaN }] = (await rig.query(FOREIGN_ROWS)) as { count: number }[];
  const stayed = done.filter(({ moved, beganMs, tookMs }) => !moved && beganMs + tookMs > killedMs).map(({ tookMs }) => tookMs);
  const before = done.filter(({ beganMs, tookMs }) => beganMs + tookMs <= killedMs).map(({ tookMs }) => tookMs);
  const moved = done.filter((one) => one.moved).map(({ beganMs, tookMs }) => beganMs + tookMs - killedMs);
  const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b);
  const [stayedMs, movedMs] = [sorted(stayed), sorted(moved)];
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
  const spread = (times: readonly number[]) =>
    `p50 ${seconds(at(times, 0.5))}, p99 ${seconds(at(times, 0.99))}, most ${seconds(at(times, 1))}`;
  process.stdout.write(
    `\nTwo servers on PostgreSQL, one killed under load\n` +
      `  redemptions ${done.length}, before the end ${before.length}: ${spread(sorted(before))}\n` +
      `  after the end ${stayedMs.length} at the other server: ${spread(stayedMs)}\n` +
      `  repeated there ${movedMs.length}, answered after the end: ${spread(movedMs)}\n` +
      `  unknown at first ${unknown}, all settled after ${seconds(settledMs)}: open ${open.length}, with a manager ${managers.length}\n` +
      `  redeemed twice ${twice.length}, told wrongly ${wrong.length}, at the issuer only ${unheard}, foreign rows ${foreign}\n`,
  );
  const isLate = at(stayedMs, 1) > WITHIN_MS;
  if (isLate || open.length + twice.length + wrong.length + unheard + foreign > 0) throw new Error('a promise was broken');
}
