import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { NEWS } from '../../../../contract/platform/news.ts';
import { createModelIssuer, type ModelIssuer } from '../../../../testing/issuer/model-issuer.ts';
import { setUpShop } from '../../../../testing/rigs/people.ts';
import { SHOP } from '../../../../testing/rigs/till.ts';
import { createTestServer, type TestBrowser } from '../../../../testing/test-server.ts';
import { PROGRAM_EVENTS, webhooksOfDocument } from './program-events.ts';

const GUIDE = new URL('../../../../../docs/registers.md', import.meta.url);
const CODES = Array.from({ length: 5 }, (_, index) => `123456789${index}`);

interface DocumentedEvent {
  readonly post: {
    readonly requestBody: {
      readonly content: { readonly 'application/json': { readonly schema: object; readonly example: object } };
    };
  };
}

it('the table of the guide has every event, with its example', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const rows = NEWS.map((type) => {
    const { when, example } = PROGRAM_EVENTS[type];
    return `| \`${type}\` | ${when} | \`${JSON.stringify(example)}\` |`;
  });
  expect(rows.filter((row) => !guide.includes(row))).toEqual([]);
});

it('the messages that the server writes are as documented', async () => {
  let issuer: ModelIssuer | null = null;
  const server = await createTestServer({
    env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' },
    issuer(clock) {
      issuer = createModelIssuer({ clock });
      for (const code of CODES) issuer.add(code);
      return issuer;
    },
  });
  const { browser: manager } = await setUpShop(server);
  expect((await manager.send('POST', '/api/webhooks', { url: 'https://127.0.0.1:9/hook', news: NEWS })).status).toBe(
    201,
  );
  await causeEveryEvent(manager, () => server.clock.advance(60_000), issuer, server.parts.journal);
  const rows = await server.db.selectFrom('webhook_message').select(['news', 'data', 'at']).execute();
  expect(new Set(rows.map(({ news }) => news))).toEqual(new Set(NEWS));
  const documented = webhooksOfDocument() as Readonly<Record<string, DocumentedEvent>>;
  const ajv = new Ajv2020({ strict: false });
  for (const { news, data, at } of rows) {
    const content = documented[news]?.post.requestBody.content['application/json'];
    const strict = JSON.parse(
      JSON.stringify(content?.schema).replace('"required":["id"', '"additionalProperties":false,"required":["id"'),
    ) as object;
    const message = { type: news, timestamp: new Date(at).toISOString(), data: JSON.parse(data) as object };
    expect([news, ajv.validate(strict, message), ajv.errorsText()]).toEqual([news, true, 'No errors']);
    expect(ajv.validate(strict, content?.example)).toBe(true);
  }
  await server.close();
});

type Journal = Awaited<ReturnType<typeof createTestServer>>['parts']['journal'];

async function causeEveryEvent(
  manager: TestBrowser,
  minute: () => Promise<void>,
  issuer: ModelIssuer | null,
  journal: Journal,
) {
  const ids = CODES.map(() => randomUUID());
  const redeem = async (index: number, amount: number) => {
    const body = { code: CODES[index], amount, currency: 'SGD' };
    await Promise.all([manager.send('PUT', `/api/tenders/${ids[index]}`, body), minute()]);
  };
  await redeem(0, 100);
  await redeem(1, 999_999);
  issuer?.failNext({ commit: 'now', answer: 'lost' });
  await redeem(2, 100);
  const declined = await journal.read(SHOP, ids[1] ?? '');
  if (declined === null) throw new Error('It was declined');
  const nothing = { vouchers: [], refundHandle: null, authorizationId: null };
  await journal.capture(declined, {
    kind: 'late_capture',
    captureId: 'c',
    captured: 100,
    evidence: 'search',
    ...nothing,
  });
  await Promise.all([
    manager.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: ids[0], reason: 'returned' }),
    minute(),
  ]);
  const [shift] = (await manager.send('GET', '/api/shifts?mine=1')).body as { id: string }[];
  await manager.send('PUT', `/api/shifts/${shift?.id}/z`, {});
  const closing = { date: '2030-01-15', register: [{ currency: 'SGD', amount: 0 }] };
  await Promise.all([manager.send('PUT', `/api/closings/${randomUUID()}`, closing), minute()]);
}
