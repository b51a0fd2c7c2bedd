import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Role } from '../../../contract/access/people.ts';
import { SALE_LIMIT_KINDS, type SaleLimitKind } from '../../../contract/access/sale-limit.ts';
import { type EndpointName, endpoints } from '../../../contract/platform/endpoints.ts';
import { type CodeEntry, entrySchema } from '../../../contract/redemption/sale-facts.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { addPerson, codeOf, enrolDevice, MANAGER_PIN, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { makeProgram } from '../../../testing/rigs/program.ts';
import { createTestServer, type ReadAnswer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { routesByMoney } from '../../app/feature-tables.ts';

/** Every limit of a shop against every way to get past it. A new limit or a new route fails here until it has its row. */

const REF = '1234567890';
const PINS: Readonly<Record<Role, string>> = { cashier: '592807', stock: '592808', manager: MANAGER_PIN };
const LIM_PIN = '481053';
/** Minor units, cards or vouchers. */
const ABOVE = 2;

type Sends = Pick<TestBrowser, 'send'>;

interface Row {
  readonly role: Role;
  /** The refusal for a person at a till. */
  readonly refused: 'approval-needed' | 'not-by-phone';
  /**
   * The refusal for a program with the same request; `passes` if the limit applies to people only.
   */
  readonly program: 'over-limit' | 'not-allowed' | 'passes';
  /** Tries one more than the limit lets pass, in two halves where it counts several. */
  readonly pass: (by: Sends, then: Sends, id: string) => Promise<ReadAnswer>;
  /** The operation that a manager would have to approve. */
  readonly wish: () => Promise<object> | object;
}

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let server: TestServer;
  let issuer: ModelIssuer;
  let mei: TestBrowser;
  let meiId: string;
  const staff = new Map<Role, { readonly id: string; readonly till: TestBrowser }>();
  beforeEach(async () => {
    store = await kind.open();
    server = await createTestServer({ issuer: (clock) => (issuer = createModelIssuer({ clock })), store });
    issuer.add(REF, { amount: 100_000, currency: 'SGD' });
    ({ browser: mei, managerId: meiId } = await setUpShop(server));
    const till = await enrolDevice(server, mei, 'Till 2');
    for (const role of ['cashier', 'stock'] as const)
      staff.set(role, { id: await addPerson(mei, `Staff ${role}`, role, PINS[role]), till });
    staff.set('manager', { id: meiId, till: mei });
    taken = '';
  });
  afterEach(() => server.close());

  let taken = '';
  const tender = (amount: number, more: object = {}) => ({ code: REF, amount, currency: 'SGD', ...more });
  const put = (by: Sends, what: string, id: string, body: object) => by.send('PUT', `/api/${what}/${id}`, body);
  const cards = (count: number) => [{ start: '000001', end: `00000${count}`, count }];
  /** A redemption by another person, which is refunded. */
  async function takenBy(by: Sends): Promise<string> {
    const answer = await put(by, 'tenders', randomUUID(), tender(ABOVE + 1, { entry: 'camera' }));
    return (taken = textAt(answer.body, 'id'));
  }
  const refundOf = () => ({ tenderId: taken, reason: 'Wrong voucher' });
  async function issueOf(by: Sends, quantity: number): Promise<string> {
    const id = randomUUID();
    expect((await put(by, 'issues', id, { productCode: 'GIFTOPEN', quantity, faceValue: 1_000 })).status).toBe(201);
    return id;
  }
  const order = (quantity: number, faceValue: number) => ({ productCode: 'GIFTOPEN', quantity, faceValue });
  const sale = { role: 'cashier', refused: 'approval-needed', program: 'not-allowed' } as const;
  const box = { role: 'stock', refused: 'not-by-phone', program: 'not-allowed' } as const;

  const ROWS: Readonly<Record<SaleLimitKind, Row & { readonly above?: number }>> = {
    typed: {
      ...sale,
      program: 'passes',
      pass: (_, then, id) => put(then, 'tenders', id, tender(ABOVE + 1, { entry: 'typed' })),
      wish: () => ({ kind: 'tender', tender: tender(ABOVE + 1, { entry: 'typed' }) }),
    },
    'voucher-day': {
      ...sale,
      program: 'over-limit',
      async pass(by, then, id) {
        expect((await put(by, 'tenders', randomUUID(), tender(ABOVE, { entry: 'camera' }))).status).toBe(201);
        return put(then, 'tenders', id, tender(1, { entry: 'camera' }));
      },
      wish: () => ({ kind: 'tender', tender: tender(1, { entry: 'camera' }) }),
    },
    refund: {
      ...sale,
      role: 'manager',
      program: 'over-limit',
      async pass(_, then, id) {
        if (taken === '') await takenBy(then);
        return put(then, 'refunds', id, refundOf());
      },
      async wish() {
        await takenBy(mei);
        return { kind: 'refund', refund: refundOf() };
      },
    },
    'own-refund': {
      ...sale,
      role: 'manager',
      program: 'over-limit',
      async pass(_, then, id) {
        if (taken === '') await takenBy(then);
        return put(then, 'refunds', id, refundOf());
      },
      async wish() {
        await takenBy(mei);
        return { kind: 'refund', refund: refundOf() };
      },
    },
    card: {
      ...sale,
      above: 1_000,
      pass: (_, then, id) => put(then, 'issues', id, order(1, 1_001)),
      wish: () => ({ kind: 'issue', order: order(1, 1_001) }),
    },
    order: {
      ...sale,
      above: 1_000,
      pass: (_, then, id) => put(then, 'issues', id, order(2, 501)),
      wish: () => ({ kind: 'issue', order: order(2, 501) }),
    },
    vouchers: {
      ...sale,
      pass: (_, then, id) => put(then, 'issues', id, order(ABOVE + 1, 500)),
      wish: () => ({ kind: 'issue', order: order(ABOVE + 1, 500) }),
    },
    reprint: {
      ...sale,
      role: 'manager',
      async pass(by, then) {
        const id = await issueOf(by, ABOVE + 1);
        const print = (more: object) => then.send('POST', `/api/issues/${id}/print`, { print: randomUUID(), ...more });
        expect((await print({})).status).toBe(200);
        return print({ reason: 'Paper jam' });
      },
      wish: () => ({ kind: 'reprint', vouchers: ABOVE + 1 }),
    },
    cards: {
      ...box,
      pass: (_, then, id) => put(then, 'activations', id, { ranges: cards(ABOVE + 1) }),
      wish: () => ({ kind: 'activation', ranges: cards(ABOVE + 1) }),
    },
    'closed-cards': {
      ...box,
      above: 0,
      pass: (_, then, id) => put(then, 'activations', id, { ranges: cards(1) }),
      wish: () => ({ kind: 'activation', ranges: cards(1) }),
    },
  };

  async function limit(limited: SaleLimitKind): Promise<void> {
    const { above = ABOVE } = ROWS[limited];
    const limits = { saleLimits: { [limited]: { above, way: 'manager' } } };
    const closed = limited === 'closed-cards' && { openHours: { from: '04:00', to: '04:01' } };
    expect((await mei.send('PUT', '/api/settings', { ...limits, ...closed })).status).toBe(200);
    await server.clock.advance(1_100);
  }
  const signIn = (till: Sends, personId: string, pin: string) => till.send('POST', '/api/session', { personId, pin });
  /** All callers that may try a request, signed in. */
  async function atWork(limited: SaleLimitKind): Promise<TestBrowser> {
    const { role } = ROWS[limited];
    const { id, till } = staff.get(role) ?? { id: meiId, till: mei };
    await signIn(till, id, PINS[role]);
    return till;
  }

  /** Each tries to exceed a limit by its own route, and returns the refusal. */
  const WAYS: Readonly<Record<string, (limited: SaleLimitKind) => Promise<unknown>>> = {
    async 'the person alone'(limited) {
      const by = await atWork(limited);
      return codeOf(await ROWS[limited].pass(by, by, randomUUID()));
    },
    async 'a second account on the same till'(limited) {
      const { role, pass } = ROWS[limited];
      const other = await addPerson(mei, 'Other', role === 'manager' ? 'manager' : role, LIM_PIN);
      const by = await atWork(limited);
      const then: Sends = {
        async send(...request) {
          await signIn(by, other, LIM_PIN);
          return by.send(...request);
        },
      };
      return codeOf(await pass(by, then, randomUUID()));
    },
    async 'a second device'(limited) {
      const { role, pass } = ROWS[limited];
      const second = await enrolDevice(server, mei, 'Till 3');
      const by = await atWork(limited);
      await signIn(second, staff.get(role)?.id ?? meiId, PINS[role]);
      return codeOf(await pass(by, second, randomUUID()));
    },
    async 'a second server on the same database'(limited) {
      const another = await store.another?.();
      const elsewhere = another ? await createTestServer({ issuer: () => issuer, store: another }) : server;
      const by = await atWork(limited);
      const cookie = by.cookieHeader();
      const browser = elsewhere.browser();
      const then: Sends = { send: (method, path, body) => browser.send(method, path, body, { cookie }) };
      const code = codeOf(await ROWS[limited].pass(by, then, randomUUID()));
      if (another) await elsewhere.close();
      return code;
    },
    async 'the approval of another request'(limited) {
      const by = await atWork(limited);
      const wish = await ROWS[limited].wish();
      const approval = { personId: meiId, pin: MANAGER_PIN, wish };
      expect((await put(by, 'approvals', randomUUID(), approval)).status).toBe(200);
      return codeOf(await ROWS[limited].pass(by, by, randomUUID()));
    },
    async 'a limit that one of two managers switches off'(limited) {
      await addPerson(mei, 'Lim', 'manager', LIM_PIN);
      expect(codeOf(await mei.send('PUT', '/api/settings', { saleLimits: {} }))).toBe('other-manager');
      await server.clock.advance(1_100);
      const by = await atWork(limited);
      return codeOf(await ROWS[limited].pass(by, by, randomUUID()));
    },
  };

  const CASES = SALE_LIMIT_KINDS.flatMap((limited) => Object.keys(WAYS).map((way) => [limited, way] as const));
  it.each(CASES)('the limit %s cannot be bypassed by %s', async (limited, way) => {
    await limit(limited);
    expect(await WAYS[way]?.(limited)).toBe(ROWS[limited].refused);
  });

  it.each(SALE_LIMIT_KINDS)('a program at the limit %s gets the answer in the table', async (limited) => {
    await limit(limited);
    const program = await makeProgram(server, mei, { name: 'Register', scopes: ['check', 'redeem', 'refund', 'read'] });
    const answer =
      limited === 'reprint'
        ? await program.send('POST', `/api/issues/${randomUUID()}/print`, { print: randomUUID(), reason: 'Again' })
        : await ROWS[limited].pass(program, program, randomUUID());
    expect(answer.status < 300 ? 'passes' : codeOf(answer)).toBe(ROWS[limited].program);
  });

  describe('a redemption', () => {
    const DEVICES: readonly (CodeEntry | null)[] = ['camera', 'wedge', 'hid', 'serial', 'picture'];
    const entries = [...Object.values(entrySchema.def.entries), null];
    const cases = entries.flatMap((entry) =>
      (['putTender', 'postTender', 'link'] as const).map((way) => [entry, way] as const),
    );

    it.each(cases)('entered by %s through %s counts as typed unless a device read the code', async (entry, way) => {
      await limit('typed');
      const by = await atWork('typed');
      const body = tender(ABOVE + 1, entry === null ? {} : { entry });
      const answer =
        way === 'postTender'
          ? await post(by, body)
          : await put(by, 'tenders', randomUUID(), way === 'link' ? { ...body, ...(await linked(by)) } : body);
      expect(answer.status < 300 ? 'passes' : codeOf(answer)).toBe(
        DEVICES.includes(entry) ? 'passes' : 'approval-needed',
      );
    });

    const post = (by: Sends, body: object) =>
      by.send('POST', '/api/tenders', body, { 'Idempotency-Key': randomUUID() });
    async function linked(by: Sends): Promise<object> {
      const origin = 'https://register.example';
      await mei.send('POST', '/api/registers', { origin, name: 'Register' });
      const link = { amount: ABOVE + 1, currency: 'SGD', reference: 'R-1', state: 's', returnUrl: `${origin}/back` };
      return { saleId: textAt((await put(by, 'pay-links', randomUUID(), link)).body, 'id') };
    }
  });
});

/** Which limits each route is held to that takes an amount, cards, or what makes vouchers spendable. */
const ROUTES: Readonly<Partial<Record<EndpointName, readonly SaleLimitKind[]>>> = {
  putTender: ['typed', 'voucher-day'],
  postTender: ['typed', 'voucher-day'],
  putRefund: ['refund', 'own-refund'],
  postRefund: ['refund', 'own-refund'],
  settleAttention: ['refund', 'own-refund'],
  putIssue: ['card', 'order', 'vouchers'],
  printIssue: ['reprint'],
  sendVoucher: ['reprint'],
  showVoucher: ['reprint'],
  putActivation: ['cards', 'closed-cards'],
};
/** Routes that continue an admitted operation, or begin one of another route. */
const BEGINS_NOTHING: readonly EndpointName[] = ['putPayLink', 'resumeActivation'];
const LIMITED_FIELDS = /^(amount|items|quantity|faceValue|ranges|tenderId|refundId|print|sending|showing)$/;

/** The names of all fields of a schema, whatever lies around them. */
function* namesIn(schema: z.ZodMiniType): Generator<string> {
  const def = schema.def as unknown as Readonly<Record<string, unknown>>;
  const inner = ['innerType', 'element', 'valueType', 'in', 'left', 'right'].flatMap((part) =>
    def[part] ? [def[part]] : [],
  );
  for (const one of [...inner, ...((def['options'] as unknown[] | undefined) ?? [])])
    yield* namesIn(one as z.ZodMiniType);
  for (const [field, one] of Object.entries((def['shape'] as Record<string, z.ZodMiniType> | undefined) ?? {})) {
    yield field;
    yield* namesIn(one);
  }
}

describe('the table of limits', () => {
  it('contains every route that accepts an amount, cards or vouchers', () => {
    const taking = Object.entries(endpoints).flatMap(([name, { request }]) =>
      request !== null && [...namesIn(request)].some((field) => LIMITED_FIELDS.test(field)) ? [name] : [],
    );
    const harmless: readonly string[] = routesByMoney('none');
    expect(taking.filter((name) => !harmless.includes(name)).sort()).toEqual(
      [...Object.keys(ROUTES), ...BEGINS_NOTHING].sort(),
    );
  });

  it('contains a route for every limit', () => {
    expect([...new Set(Object.values(ROUTES).flat())].sort()).toEqual([...SALE_LIMIT_KINDS].sort());
  });
});
