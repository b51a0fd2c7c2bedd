import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { ManualClock } from '../../../testing/clock.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { codeOf, enrolDevice, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const REF = '1234567890';
const CHANGED = 'event: changed\ndata: {}\n\n';
const HERE = 'event: here\ndata: {}\n\n';

onStores([SQLITE, POSTGRES], ({ open }) => {
  let server: TestServer;
  let issuer: ModelIssuer;
  let till: TestBrowser;
  let other: TestBrowser;
  beforeEach(async () => {
    const model = (clock: ManualClock) => {
      issuer = createModelIssuer({ clock });
      issuer.add(REF);
      return issuer;
    };
    server = await createTestServer({ store: await open(), issuer: model });
    ({ browser: till } = await setUpShop(server));
    other = await enrolDevice(server, till, 'Tablet');
  });
  afterEach(async () => {
    server.parts.streams.close();
    await server.close();
  });

  /** A display that listens; `heard` returns the events since its last call. */
  async function listen(browser: TestBrowser) {
    const request = new Request('http://till.test/api/display/events', {
      headers: { host: 'till.test', cookie: browser.cookieHeader() },
    });
    const response = await server.app.fetch(request);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const page = { heard: '', all: '', ended: false };
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const read = async (): Promise<void> => {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
      page.ended = done;
      page.heard += value ?? '';
      page.all += value ?? '';
      if (!done) await read();
    };
    void read();
    await vi.waitFor(() => expect(page.heard).toContain('retry'));
    page.heard = '';
    return page;
  }
  /**
   * The distinct events since the last call: one redemption writes several facts and causes several
   * events.
   */
  const hears = async (page: { heard: string }) => {
    await vi.waitFor(() => expect(page.heard).not.toBe(''));
    const said = [...new Set(page.heard.split(/(?<=\n\n)/))].join('');
    page.heard = '';
    return said;
  };
  /** The event of the next heartbeat. The first event of a stream always requests a read. */
  const beat = async (page: { heard: string }) => {
    await server.clock.advance(LIMITS.displayBeatMs);
    return hears(page);
  };
  const connect = async () =>
    other.send('POST', '/api/displays', {
      code: textAt((await till.send('POST', '/api/displays/codes')).body, 'code'),
    });
  const refund = (tenderId: string) =>
    till.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId, reason: 'wrong voucher' });
  const redeem = (by: TestBrowser) =>
    by.send('PUT', `/api/tenders/${randomUUID()}`, { code: REF, amount: 1000, currency: 'SGD', saleId: randomUUID() });

  it('a display is notified at once about its own till, without any details', async () => {
    const own = await listen(till);
    const foreign = await listen(other);
    expect(await beat(foreign)).toBe(CHANGED);
    expect(await hears(own)).toBe(CHANGED);
    const tender = await redeem(till);
    expect(await hears(own)).toBe(CHANGED);
    issuer.failNextRefund({ commit: 'never', answer: 'not-sent' });
    expect((await refund(textAt(tender.body, 'id'))).body).toMatchObject({ state: 'not_sent' });
    expect(await hears(own), 'a refund that changes no redemption').toBe(CHANGED);
    expect(await beat(foreign)).toBe(HERE);
    expect(own.all.replaceAll(CHANGED, '').replaceAll(HERE, '')).toBe('retry: 2000\n\n');
  });

  it('a connected device is notified about the till that it shows, until the connection ends', async () => {
    const display = await listen(other);
    await connect();
    expect(await hears(display)).toBe(CHANGED);
    await till.send('PUT', '/api/display/sale', {
      saleId: randomUUID(),
      due: { amount: 8000, currency: 'SGD' },
      busy: false,
    });
    expect(await hears(display)).toBe(CHANGED);
    await redeem(till);
    expect(await hears(display)).toBe(CHANGED);
    const [shown] = (await till.send('GET', '/api/displays')).body as { id: string }[];
    await till.send('DELETE', `/api/displays/${shown?.id}`);
    expect(await hears(display)).toBe(CHANGED);
    expect(await beat(display)).toBe(CHANGED);
    await redeem(till);
    expect(await beat(display)).toBe(HERE);
  });

  it('a confirmation is sent every few seconds, and includes whether the till is locked', async () => {
    await connect();
    const display = await listen(other);
    expect(await beat(display)).toBe(CHANGED);
    expect(await beat(display)).toBe(HERE);
    await till.send('DELETE', '/api/session');
    expect(await beat(display)).toBe(CHANGED);
    expect(await beat(display)).toBe(HERE);
  });

  it('a stream continues through sign-ins at the device, and ends with the device', async () => {
    const own = await listen(till);
    await till.send('DELETE', '/api/session');
    expect(await beat(own)).toBe(CHANGED);
    expect(await beat(own)).toBe(HERE);
    expect(own.ended).toBe(false);
    await server.db.updateTable('device').set({ revoked_at: server.clock.now() }).execute();
    await server.clock.advance(LIMITS.displayBeatMs);
    await vi.waitFor(() => expect(own.ended).toBe(true));
  });

  it('only devices of the shop can listen', async () => {
    expect(codeOf(await server.browser().send('GET', '/api/display/events'))).toBe('not-enrolled');
  });
});
