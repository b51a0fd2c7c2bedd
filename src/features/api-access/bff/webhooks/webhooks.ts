import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Ports } from '../../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../../bff/platform/http/caller.ts';
import { refuse } from '../../../../bff/platform/http/problem.ts';
import type { Schema } from '../../../../bff/platform/store/schema.ts';
import { newsSchema } from '../../../../contract/platform/news.ts';
import { type NewWebhook, type WebhookAdmin, type WebhookMessage } from '../../contract/webhook.ts';
import { WEBHOOKS_OLD_SECRET_MS, WEBHOOKS_VISIBLE_MAX } from '../limits.ts';
import { BadAddress } from './address.ts';
import type { Outbox } from './outbox.ts';
import type { Sender } from './send.ts';
import { makeSecret } from './signature.ts';

/**
 * Addresses that are notified of events. Messages are written by the {@link Outbox} and sent by the
 * dispatcher.
 */
export interface Webhooks {
  list(shop: Scope): Promise<WebhookAdmin[]>;
  /** `secret` is returned once. @throws Problem 400 `bad-address` */
  add(manager: Caller, request: NewWebhook): Promise<WebhookAdmin & { secret: string }>;
  /** Creates a new secret; the previous one also signs for a day. @throws Problem 404 */
  rotate(manager: Caller, id: string): Promise<WebhookAdmin & { secret: string }>;
  /** Removes a webhook. Its waiting messages are not sent. @throws Problem 404 */
  remove(manager: Caller, id: string): Promise<void>;
  /** The latest messages, newest first, with every attempt. @throws Problem 404 */
  messages(shop: Scope, id: string): Promise<WebhookMessage[]>;
  /** Writes a message again, under a new id. @throws Problem 404 */
  sendAgain(manager: Caller, id: string, messageId: string): Promise<WebhookMessage>;
}

export interface WebhooksOptions extends Pick<Ports, 'db' | 'clock' | 'random' | 'audit'> {
  readonly keys: Pick<Keys, 'seal'>;
  readonly sender: Pick<Sender, 'assertAllowed'>;
  readonly outbox: Pick<Outbox, 'refresh'>;
  /** Called after a message was written. */
  readonly onWritten: () => void;
}

export function createWebhooks({
  db,
  keys,
  clock,
  random,
  audit,
  sender,
  outbox,
  onWritten,
}: WebhooksOptions): Webhooks {
  const one = async (within: Kysely<Schema>, shop: Scope, id: string) => {
    const [found] = await visibleWebhooks(within, shop, id);
    if (!found) throw refuse('not-found', { message: 'Webhook not found.' });
    return found;
  };

  return {
    list: (shop) => visibleWebhooks(db, shop),
    async add(manager, { url, news }) {
      await sender.assertAllowed(url).catch(asProblem);
      const id = random.uuid();
      const secret = makeSecret(random);
      const { shop } = manager;
      const made = await db.transaction().execute(async (tx) => {
        const row = { id, shop, url, news: JSON.stringify([...new Set(news)]), secret_sealed: keys.seal(secret) };
        const none = { old_secret_sealed: null, old_until: null, removed_at: null };
        await tx
          .insertInto('webhook')
          .values({ ...row, ...none, made_by: manager.person.id, made_at: clock.now() })
          .execute();
        await audit.write({ by: manager, action: 'webhook.added', subject: id, details: { url: maskedUrl(url) } }, tx);
        return one(tx, shop, id);
      });
      await outbox.refresh();
      return { ...made, secret };
    },
    async rotate(manager, id) {
      const secret = makeSecret(random);
      const changed = await db.transaction().execute(async (tx) => {
        const before = await one(tx, manager.shop, id);
        await tx
          .updateTable('webhook')
          .set(({ ref }) => ({
            old_secret_sealed: ref('secret_sealed'),
            old_until: clock.now() + WEBHOOKS_OLD_SECRET_MS,
            secret_sealed: keys.seal(secret),
          }))
          .where('id', '=', id)
          .execute();
        await audit.write(
          { by: manager, action: 'webhook.secret-changed', subject: id, details: { url: maskedUrl(before.url) } },
          tx,
        );
        return before;
      });
      return { ...changed, secret };
    },
    async remove(manager, id) {
      await db.transaction().execute(async (tx) => {
        const { url } = await one(tx, manager.shop, id);
        await tx.updateTable('webhook').set({ removed_at: clock.now() }).where('id', '=', id).execute();
        await tx
          .updateTable('webhook_message')
          .set({ next_at: null })
          .where('webhook_id', '=', id)
          .where('next_at', 'is not', null)
          .execute();
        await audit.write(
          { by: manager, action: 'webhook.removed', subject: id, details: { url: maskedUrl(url) } },
          tx,
        );
      });
      await outbox.refresh();
    },
    async messages(shop, id) {
      await one(db, shop, id);
      return messagesOf(db, id);
    },
    async sendAgain(manager, id, messageId) {
      const again = `msg_${random.uuid()}`;
      const now = clock.now();
      const sent = await db.transaction().execute(async (tx) => {
        const { url } = await one(tx, manager.shop, id);
        const ofIt = tx.selectFrom('webhook_message').select(['news', 'data']).where('webhook_id', '=', id);
        const first = await ofIt.where('id', '=', messageId).executeTakeFirst();
        if (!first) throw refuse('not-found', { message: 'Message not found.' });
        const row = { webhook_id: id, id: again, ...first, at: now, tries: 0, next_at: now, outcome: null };
        await tx.insertInto('webhook_message').values(row).execute();
        const details = { url: maskedUrl(url), message: messageId };
        await audit.write({ by: manager, action: 'webhook.sent-again', subject: id, details }, tx);
        return messageView(row, []);
      });
      onWritten();
      return sent;
    },
  };
}

/** The query string may contain a secret of the receiver. */
export function maskedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function asProblem(error: unknown): never {
  if (!(error instanceof BadAddress)) throw error;
  const message = `This address is not allowed: ${error.message}`;
  throw refuse('bad-address', { message, details: { field: 'url' } });
}

const newsIn = z.array(newsSchema);

async function visibleWebhooks(db: Kysely<Schema>, shop: Scope, id?: string): Promise<WebhookAdmin[]> {
  const rows = await db
    .selectFrom('webhook')
    .innerJoin('person', 'person.id', 'webhook.made_by')
    .selectAll('webhook')
    .select('person.name as maker')
    .select(({ selectFrom, fn }) =>
      selectFrom('webhook_message')
        .select(fn.countAll<number | string>().as('count'))
        .whereRef('webhook_message.webhook_id', '=', 'webhook.id')
        .where('webhook_message.next_at', 'is not', null)
        .as('waiting'),
    )
    .where('webhook.shop', '=', shop)
    .where('webhook.removed_at', 'is', null)
    .$if(id !== undefined, (of) => of.where('webhook.id', '=', id ?? ''))
    .orderBy('webhook.made_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    news: newsIn.parse(JSON.parse(row.news)),
    madeBy: row.maker,
    madeAt: new Date(row.made_at).toISOString(),
    waiting: Number(row.waiting ?? 0),
  }));
}

async function messagesOf(db: Kysely<Schema>, webhookId: string): Promise<WebhookMessage[]> {
  const ofIt = db.selectFrom('webhook_message').selectAll().where('webhook_id', '=', webhookId);
  const messages = await ofIt.orderBy('at', 'desc').orderBy('id').limit(WEBHOOKS_VISIBLE_MAX).execute();
  if (messages.length === 0) return [];
  const attempts = await db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where(
      'message_id',
      'in',
      messages.map(({ id }) => id),
    )
    .orderBy('number')
    .execute();
  return messages.map((message) => messageView(message, attempts));
}

const iso = (ms: number) => new Date(ms).toISOString();

function messageView(
  { id, news, at, outcome, next_at }: Omit<Selectable<Schema['webhook_message']>, 'data'>,
  attempts: readonly Selectable<Schema['webhook_attempt']>[],
): WebhookMessage {
  return {
    id,
    news: newsSchema.parse(news),
    at: iso(at),
    state: outcome ?? (next_at === null ? 'given_up' : 'waiting'),
    nextAt: next_at === null ? null : iso(next_at),
    attempts: attempts
      .filter(({ message_id }) => message_id === id)
      .map(({ at: triedAt, ms, status, reason }) => ({ at: iso(triedAt), ms, status, reason })),
  };
}
