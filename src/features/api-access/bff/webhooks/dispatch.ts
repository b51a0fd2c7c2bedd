import type { Kysely, Selectable } from 'kysely';
import type { Ports } from '../../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../../bff/platform/base/keys.ts';
import { describeError } from '../../../../bff/platform/base/logging.ts';
import { createLoop } from '../../../../bff/platform/base/loop.ts';
import type { Random } from '../../../../bff/platform/base/ports.ts';
import type { Scope } from '../../../../bff/platform/base/scope.ts';
import type { Schema } from '../../../../bff/platform/store/schema.ts';
import {
  CLAIM_DURATION_MS,
  DISPATCH_CHECK_EVERY_MS,
  DISPATCH_STORED_MS,
  EXPIRED_AFTER_MS,
  FIND_WEBHOOKS_MS,
} from '../limits.ts';
import type { Outbox } from './outbox.ts';
import type { Sender } from './send.ts';
import { signedHeaders } from './signature.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Pauses before the next attempts; the last one is repeated until a message is abandoned. */
const PAUSES_MS = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
];
const MESSAGES_PER_QUERY = 20;

export interface Dispatch {
  start(): void;
  /** Checks for due messages now. */
  wake(): void;
  /**
   * Stops sending; resolves once nothing is running. Unfinished messages are sent again with their
   * own id.
   */
  stop(): Promise<void>;
}

export interface DispatchOptions extends Pick<Ports, 'shop' | 'db' | 'clock' | 'random' | 'log'> {
  readonly keys: Pick<Keys, 'open'>;
  readonly sender: Pick<Sender, 'post'>;
  readonly outbox: Pick<Outbox, 'wanted' | 'refresh'>;
}

type Message = Selectable<Schema['webhook_message']>;
type Due = Message & Pick<Schema['webhook'], 'url' | 'secret_sealed' | 'old_secret_sealed' | 'old_until'>;

/**
 * Sends the messages of the outbox, until they have arrived or three days have passed. The messages
 * of each webhook are sent in sequence, and webhooks do not wait for each other.
 */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { shop, db, clock, log, outbox } = options;
  const loop = createLoop({
    clock,
    log,
    everyMs: FIND_WEBHOOKS_MS,
    async work() {
      await dispatchDue();
      return outbox.wanted() ? DISPATCH_CHECK_EVERY_MS : undefined;
    },
    failureMessage: 'failed to check for webhook messages; retrying',
  });
  const running = new Map<string, Promise<void>>();
  let tidiedAt = Number.NEGATIVE_INFINITY;

  /**
   * Sends the due messages of one webhook. If the receiver does not answer, its messages wait for
   * the next check. A webhook uses one connection and delays no other.
   */
  async function run(webhookId: string): Promise<void> {
    for (const message of await dueNow(db, webhookId, clock.now())) {
      if (loop.signal.aborted) return;
      if (!(await attemptMessage(options, message, loop.signal))) return;
    }
  }

  async function dispatchDue(): Promise<void> {
    await outbox.refresh();
    if (!outbox.wanted()) return;
    for (const webhookId of await withSomethingDue(db, shop, clock.now())) {
      if (running.has(webhookId)) continue;
      const work = run(webhookId)
        .catch((error: unknown) => log.warn(describeError(error), 'failed to send a message; it will be retried'))
        .finally(() => running.delete(webhookId));
      running.set(webhookId, work);
    }
    if (clock.monotonic() - tidiedAt < HOUR_MS) return;
    tidiedAt = clock.monotonic();
    await deleteOldMessages(db, clock.now() - DISPATCH_STORED_MS);
  }

  return {
    start: loop.start,
    wake() {
      if (outbox.wanted()) loop.wake();
    },
    async stop() {
      await loop.stop();
      await Promise.all(running.values());
    },
  };
}

async function withSomethingDue(db: Kysely<Schema>, shop: Scope, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook')
    .select('webhook.id')
    .where('shop', '=', shop)
    .where('removed_at', 'is', null)
    .where(({ exists, selectFrom }) => {
      const ofWebhook = selectFrom('webhook_message')
        .select('webhook_message.id')
        .whereRef('webhook_message.webhook_id', '=', 'webhook.id');
      return exists(ofWebhook.where('webhook_message.next_at', '<=', now));
    })
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the messages of one webhook for one check, the longest waiting first. */
function dueNow(db: Kysely<Schema>, webhookId: string, now: number): Promise<Due[]> {
  return db
    .selectFrom('webhook_message')
    .innerJoin('webhook', 'webhook.id', 'webhook_message.webhook_id')
    .selectAll('webhook_message')
    .select(['url', 'secret_sealed', 'old_secret_sealed', 'old_until'])
    .where('webhook_message.webhook_id', '=', webhookId)
    .where('webhook_message.next_at', '<=', now)
    .where('webhook.removed_at', 'is', null)
    .orderBy('webhook_message.next_at')
    .limit(MESSAGES_PER_QUERY)
    .execute();
}

/**
 * Makes one attempt at a message, unless another server claimed it first.
 * @returns false if the address gave no answer at all, so that further messages would time out too
 */
async function attemptMessage(
  { db, keys, clock, random, sender, log }: DispatchOptions,
  message: Due,
  signal: AbortSignal,
): Promise<boolean> {
  const { webhook_id, id, news, data, at, next_at, old_secret_sealed, old_until } = message;
  const began = clock.now();
  const ofWebhook = db.updateTable('webhook_message').where('webhook_id', '=', webhook_id).where('id', '=', id);
  const claimed = await ofWebhook
    .set({ next_at: began + CLAIM_DURATION_MS })
    .where('next_at', '=', next_at)
    .executeTakeFirst();
  if (claimed.numUpdatedRows !== 1n) return true;
  const body = JSON.stringify({ type: news, timestamp: new Date(at).toISOString(), data: JSON.parse(data) as unknown });
  const secrets = [
    message.secret_sealed,
    ...(old_secret_sealed !== null && began < (old_until ?? 0) ? [old_secret_sealed] : []),
  ];
  const headers = signedHeaders({ id, at: began, body }, secrets.map(keys.open));
  const startedAt = clock.monotonic();
  const { status, reason } = await sender.post(message.url, headers, body, signal);
  const ms = Math.round(clock.monotonic() - startedAt);
  const tries = message.tries + 1;
  const now = clock.now();
  const pauseMs = pauseAfter(tries, random);
  const isOver = now + pauseMs - at > EXPIRED_AFTER_MS;
  const then =
    reason === null
      ? ({ next_at: null, outcome: 'delivered' } as const)
      : isOver
        ? ({ next_at: null, outcome: 'given_up' } as const)
        : { next_at: now + pauseMs };
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('webhook_attempt')
      .values({ webhook_id, message_id: id, number: tries, at: began, ms, status, reason })
      .execute();
    const mine = tx.updateTable('webhook_message').where('webhook_id', '=', webhook_id).where('id', '=', id);
    await mine
      .set({ ...then, tries })
      .where('next_at', 'is not', null)
      .execute();
  });
  if (isOver && reason !== null) log.warn({ kind: news, count: tries }, 'gave up on a message to a webhook');
  return status !== null;
}

/**
 * Returns milliseconds with a random tenth more or less, so that messages which failed together are
 * not retried together.
 */
function pauseAfter(tries: number, random: Pick<Random, 'below'>): number {
  const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? 0;
  return Math.round(pauseMs * (0.9 + random.below(201) / 1_000));
}

/** Deletes messages that ended before. */
async function deleteOldMessages(db: Kysely<Schema>, before: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const old = tx.selectFrom('webhook_message').select('id').where('at', '<', before).where('next_at', 'is', null);
    await tx.deleteFrom('webhook_attempt').where('message_id', 'in', old).execute();
    await tx.deleteFrom('webhook_message').where('at', '<', before).where('next_at', 'is', null).execute();
  });
}
