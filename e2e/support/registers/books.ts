import { createHmac } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { saleSchema } from '../../../src/contract/redemption/sale.ts';
import { type TenderView, tenderViewSchema } from '../../../src/contract/redemption/tender.ts';
import type { HeardNews, JournalTender } from '../../../src/testing/registers/judge.ts';
import type { Received } from '../receiver.ts';
import type { World } from '../world.ts';

/** The journal's records at the end, and the messages of a webhook. */

/** The tender with this id; null if it never arrived. */
export async function tenderOf(request: APIRequestContext, { origin }: World, id: string): Promise<JournalTender[]> {
  const answer = await request.get(`${origin}/api/tenders/${id}`);
  if (answer.status() === 404) return [];
  return [journalTender(tenderViewSchema.parse(await answer.json()))];
}

/** The tenders of a sale; none where none arrived. */
export async function tendersOf(request: APIRequestContext, world: World, saleId: string): Promise<JournalTender[]> {
  const answer = await request.get(`${world.origin}/api/sales/${saleId}`);
  if (answer.status() === 404) return [];
  const { tenders } = saleSchema.parse(await answer.json());
  return (await Promise.all(tenders.map(({ id }) => tenderOf(request, world, id)))).flat();
}

function journalTender({ id, state, captured, captureId, createdAt, changedAt }: TenderView): JournalTender {
  return {
    id,
    state,
    captureId,
    captured: captured !== null && 'amount' in captured ? captured.amount : 0,
    createdAt: Date.parse(createdAt),
    changedAt: Date.parse(changedAt),
  };
}

/** Maximum difference between the time of a message and its arrival, seconds. */
const AGE_S_MAX = 300;

/**
 * Parses a webhook request like a register, and verifies its signature for the time of its arrival.
 * @param secret `whsec_…`
 */
export function heardFrom({ at, headers, body }: Received, secret: string): HeardNews {
  const { 'webhook-id': id = '', 'webhook-timestamp': sent = '', 'webhook-signature': signature = '' } = headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = `v1,${createHmac('sha256', key).update(`${id}.${sent}.${body}`).digest('base64')}`;
  const isSigned = signature.split(' ').includes(wanted) && Math.abs(at / 1_000 - Number(sent)) <= AGE_S_MAX;
  const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
  return { id, at, body, isSigned, news: type, tenderId: data.id };
}
