import { expect } from 'vitest';
import { createMetrics } from '../../bff/platform/metrics/metrics.ts';
import { withinAllShops } from '../../bff/platform/store/across-shops.ts';
import { type EndpointName, endpoints } from '../../contract/platform/endpoints.ts';
import { NEWS } from '../../contract/platform/news.ts';
import { createOfficeCode } from '../../features/head-office/bff/office-codes.ts';
import { addOfficeMember } from '../../features/head-office/bff/office-members.ts';
import type { StoreKind } from '../databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../issuer/model-issuer.ts';
import { createAuthenticator, type SoftwareAuthenticator } from '../rigs/authenticator.ts';
import { addPerson, at, CASHIER_PIN, enrolDevice, MANAGER_PIN, textAt } from '../rigs/people.ts';
import { makeShop, shopNamed } from '../rigs/shops.ts';
import { HERE } from '../rigs/training-shop.ts';
import { createBrowser, createTestServer, SETUP_CODE, type TestBrowser, type TestServer } from '../test-server.ts';
import { type MeteredStore, openMetered } from './meter.ts';

/** Another shop of the account, which does not run. */
export const SISTER = shopNamed('sister');

const ORIGIN = 'http://till.test';
const TRIAL = { fit: true, madeAt: '2030-01-15T09:00:00.000Z', version: '0.1.0', devices: 1, people: 2 } as const;
const PRACTICE = { ref: '1234567890', qr: '1234567890', title: 'Ten', shows: 'an active one', group: 'everyday', sequence: null } as const;

interface Asked {
  readonly by?: Pick<TestBrowser, 'send'>;
  /** Values of the path's placeholders. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A shop whose requests are measured. */
export interface MeteredShop {
  readonly server: TestServer;
  readonly metered: MeteredStore;
  readonly issuer: ModelIssuer;
  /** A browser on the server's own machine, enrolled nowhere. */
  readonly machine: TestBrowser;
  /** Till 1, with a signed-in manager. */
  readonly manager: TestBrowser;
  readonly managerId: string;
  /** Another manager, who is signed in nowhere. */
  readonly otherManagerId: string;
  /** Till 2, with a signed-in cashier. */
  readonly till: TestBrowser;
  /** Another person of head office, too. */
  readonly cashierId: string;
  /** A device for head office. */
  readonly office: TestBrowser;
  readonly passkey: SoftwareAuthenticator;
  /** Names of the routes that were asked. */
  readonly asked: ReadonlySet<EndpointName>;
  /** Sends a request and measures it. @returns the body of the answer, which has to be a success */
  ask(name: EndpointName, asked?: Asked): Promise<unknown>;
  /** A new voucher of SGD 50. */
  card(): string;
}

export async function openMeteredShop(kind: StoreKind): Promise<MeteredShop> {
  const metered = await openMetered(kind);
  let issuer = createModelIssuer({ clock: { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() } });
  const server = await createTestServer({
    store: metered.store,
    metrics: createMetrics(),
    practiceVouchers: () => [PRACTICE],
    env: { SESSION_IDLE_MS: '3600000', WEBHOOK_PRIVATE_ADDRESSES: 'on' },
    issuer(clock) {
      issuer = createModelIssuer({ clock });
      return issuer;
    },
  });
  Object.assign(server.parts.restoreHere, {
    trial: () => Promise.resolve(TRIAL),
    run: () => Promise.resolve({ trial: TRIAL, deviceToken: 'token' }),
  });
  const asked = new Set<EndpointName>();
  const machine = createBrowser((request) => server.app.fetch(request, HERE));
  let cards = 1_234_567_000;

  async function ask(name: EndpointName, { by = machine, params = {}, query = '', body, headers }: Asked = {}): Promise<unknown> {
    const { method, path } = endpoints[name];
    const address = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
    const answer = await metered.measure(`${method} ${path}`, server.parts.shop, () =>
      by.send(method, `${address}${query}`, body, headers),
    );
    expect([name, answer.status, answer.status < 300 ? null : answer.body]).toEqual([name, expect.any(Number), null]);
    asked.add(name);
    return answer.body;
  }

  await beforeSetUp(ask);
  const manager = server.browser();
  const code = SETUP_CODE;
  const setUp = { code, device: { name: 'Till 1' }, manager: { name: 'Mei', pin: MANAGER_PIN } };
  const managerId = textAt(await ask('setup', { by: manager, body: setUp }), 'person', 'id');
  await server.parts.practice?.prepare();
  await makeShop(server.db, SISTER);
  const till = await enrolDevice(server, manager, 'Till 2');
  const office = await enrolDevice(server, manager, 'Office');
  const officeId = await addPerson(manager, 'Lea', 'cashier', CASHIER_PIN);
  const cashierId = await addPerson(manager, 'Ana', 'cashier', CASHIER_PIN);
  for (const id of [officeId, cashierId]) await server.db.transaction().execute((tx) => addOfficeMember(tx, id, server.clock));
  const passkey = createAuthenticator(ORIGIN);
  const officeCode = await createOfficeCode(
    { device: null, person: null },
    { id: officeId, name: 'Lea' },
    {
      ...server.parts,
      db: withinAllShops(server.parts.db),
    },
  );
  for (const authenticator of [passkey, createAuthenticator(ORIGIN)]) {
    const begun = await ask('officeCodeOptions', { by: office, body: { code: officeCode.code } });
    const credential = authenticator.create(at(begun, 'options') as Parameters<typeof authenticator.create>[0]);
    await ask('enrolPasskey', { by: office, body: { name: 'Key', credential } });
  }
  await ask('addWebhook', { by: manager, body: { url: 'https://127.0.0.1:9/hook', news: NEWS } });
  return {
    server,
    metered,
    get issuer() {
      return issuer;
    },
    machine,
    manager,
    managerId,
    otherManagerId: await addPerson(manager, 'Olga', 'manager', '706152'),
    till,
    cashierId,
    office,
    passkey,
    asked,
    ask,
    card() {
      cards += 1;
      issuer.add(String(cards));
      return String(cards);
    },
  };
}

/** Routes of a server that has no past yet. */
async function beforeSetUp(ask: MeteredShop['ask']): Promise<void> {
  const code = SETUP_CODE;
  const piece = { code, upload: '00000000-0000-4000-8000-000000000001', file: 'keys', offset: 0, data: 'QQ==', totalBytes: 1 };
  await ask('addressCheck');
  await ask('listBackups', { body: { code } });
  await ask('uploadBackup', { body: piece });
  await ask('discardUpload', { body: { code } });
  await ask('tryBackup', { body: { code, folder: '/backups' } });
  await ask('restoreBackup', { body: { code, folder: '/backups', device: { name: 'Till 9' } } });
}
