import { randomUUID } from 'node:crypto';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { expect, it } from 'vitest';
import { SQLITE } from '../../testing/databases/stores.ts';
import { createModelIssuer } from '../../testing/issuer/model-issuer.ts';
import { setUpShop } from '../../testing/rigs/people.ts';
import { createTestServer } from '../../testing/test-server.ts';

/** Tables that grow with every redemption, for years. */
const GROWING =
  'operation|fact|tender|refund|claim|issue|issued_voucher|issuer_row|issuer_row_voucher|list_row|shift_z|shift_z_fact|fact_seal|audit';
/** A step of a plan that reads such a table from its beginning, or all rows of its shop. */
const READS_PAST = new RegExp(`^(SCAN (${GROWING})\\b|SEARCH (${GROWING})\\b[^(]*\\((shop|account)=\\?\\)$)`);
/** The newest or oldest value is at one end of the index, which the plan does not show. */
const ONE_END = /^select (max|min)\("(at|seq)"\)/;
/** A limit ends these early: their order is that of the index, and nothing else selects rows. */
const IN_ORDER =
  /where ("\w+"\.)?"(shop|account)" = \?( and ("\w+"\.)?"(at|seq)" [<>]=? \?)* order by ("\w+"\.)?"(at|seq|from_seq|created_at|opened_at)" (desc )?(, "\w+" (desc )?)?limit \d+$/;

it('no query of a till or the office reads a shop’s entire history', async () => {
  const store = await SQLITE.open();
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const recorded = { ...store, db: store.db.withPlugin(recorder), reads: store.reads.withPlugin(recorder) };
  /* With few rows, lists of ids are so short that any plan looks the same. */
  const cards = Array.from({ length: 80 }, (_, index) => String(1_234_567_800 + index));
  const server = await createTestServer({
    store: recorded,
    issuer(clock) {
      const issuer = createModelIssuer({ clock });
      for (const card of cards) issuer.add(card);
      return issuer;
    },
  });
  try {
    await useShop(server, cards);
    const executor = store.db.getExecutor();
    const texts = new Set(nodes.map((node) => executor.compileQuery(node, { queryId: 'plan' }).sql));
    const found: string[] = [];
    for (const text of texts) {
      if (!text.startsWith('select') || ONE_END.test(text) || IN_ORDER.test(text)) continue;
      const { rows } = await store.db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`));
      for (const { detail } of rows) if (READS_PAST.test(detail)) found.push(`${detail}: ${text}`);
    }
    expect(texts.size).toBeGreaterThan(80);
    expect(found).toEqual([]);
  } finally {
    await server.close();
  }
});

async function useShop(server: Awaited<ReturnType<typeof createTestServer>>, cards: readonly string[]): Promise<void> {
  const { browser: manager } = await setUpShop(server);
  const send: typeof manager.send = async (method, path, body) => {
    const answer = await manager.send(method, path, body);
    expect([path, JSON.stringify(answer.status < 300 ? {} : answer.body)]).toEqual([path, '{}']);
    return answer;
  };
  const now = server.clock.now();
  const day = new Date(now).toISOString().slice(0, 10);
  const days = `from=${day}&to=${day}`;
  const period = { from: new Date(now - 86_400_000).toISOString(), to: new Date(now + 60_000).toISOString() };
  const ids = cards.map(() => randomUUID());
  const sale = { amount: 500, currency: 'SGD', saleId: randomUUID(), receiptNo: 'R 1' };
  for (const [index, code] of cards.entries()) {
    await send('POST', '/api/vouchers/check', { code });
    await send('PUT', `/api/tenders/${ids[index]}`, { code, ...sale });
  }
  await send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: ids[0], reason: 'returned' });
  await server.parts.seals.sealNow();
  const [shift] = (await send('GET', '/api/shifts')).body as { readonly id: string }[];
  await send('PUT', `/api/shifts/${shift?.id}/z`, {});
  for (const path of [
    '/api/activations',
    '/api/approvals',
    '/api/attention',
    '/api/books',
    `/api/books/closings?${days}`,
    `/api/chain/coverage?${days}`,
    '/api/closings',
    '/api/devices',
    '/api/fleet',
    '/api/holds',
    '/api/issues',
    '/api/journal',
    '/api/keys',
    '/api/people',
    '/api/printouts',
    '/api/registers',
    '/api/shifts',
    `/api/shifts/cover?day=${day}`,
    `/api/shifts/${shift?.id}`,
    '/api/tenders',
    '/api/v1/tenders',
    '/api/v1/refunds',
    '/api/v1/shifts',
    `/api/tenders/${ids[1]}`,
    `/api/sales/${sale.saleId}`,
    '/api/webhooks',
  ])
    await send('GET', path);
  await send('POST', '/api/audit/search', period);
  for (const filter of [undefined, { receiptNo: 'R 1' }, { last4: '7800' }, { entry: 'typed' }]) {
    await send('POST', '/api/transactions/lines', { ...period, filter });
    await send('POST', '/api/transactions/totals', { ...period, filter });
  }
  await send('POST', '/api/exceptions/search', {});
  await send('POST', '/api/stories', { code: cards[0] });
}
