import { randomUUID } from 'node:crypto';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { expect, it } from 'vitest';
import { SQLITE } from '../../testing/databases/stores.ts';
import { createModelIssuer } from '../../testing/issuer/model-issuer.ts';
import { setUpShop } from '../../testing/rigs/people.ts';
import { createTestServer } from '../../testing/test-server.ts';

/** Tables that grow with every redemption, for years. */
const GROWING =
  'operation|fact|tender|claim|issuer_row|issuer_row_voucher|list_row|shift_z|shift_z_fact|fact_seal|audit';
/** A step of a plan that reads such a table from its beginning, or all rows of its shop. */
const READS_PAST = new RegExp(`^(SCAN (${GROWING})\\b|SEARCH (${GROWING})\\b[^(]*\\((shop|account)=\\?\\)$)`);
/** The newest or oldest value is at one end of the index, which the plan does not show. */
const ONE_END = /^select (max|min)\("at"\)/;
/** A limit ends these early: their order is that of the index. */
const IN_ORDER = /order by ("\w+"\.)?"(at|seq|from_seq|created_at|opened_at)" (desc )?(, "\w+" (desc )?)?limit \d+$/;

it('no query of a till or an office reads the whole past of a shop', async () => {
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
  const period = {
    from: new Date(server.clock.now() - 86_400_000).toISOString(),
    to: new Date(server.clock.now() + 60_000).toISOString(),
  };
  const ids = cards.map(() => randomUUID());
  for (const [index, code] of cards.entries()) {
    await manager.send('POST', '/api/vouchers/check', { code });
    await manager.send('PUT', `/api/tenders/${ids[index]}`, { code, amount: 500, currency: 'SGD' });
  }
  await manager.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: ids[0], note: 'returned' });
  await server.parts.seals.sealNow();
  const [shift] = (await manager.send('GET', '/api/shifts')).body as { readonly id: string }[];
  for (const path of ['/api/attention', '/api/exceptions', '/api/shifts/cover', '/api/closings', '/api/fleet'])
    await manager.send('GET', path);
  await manager.send('POST', '/api/audit/search', period);
  await manager.send('POST', '/api/transactions/lines', period);
  await manager.send('POST', '/api/transactions/totals', period);
  await manager.send('POST', '/api/stories', { code: cards[0] });
  await manager.send('PUT', `/api/shifts/${shift?.id}/z`, {});
  await manager.send('GET', '/api/shifts');
}
