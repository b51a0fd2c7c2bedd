import { createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liftAppendOnly } from '../../../bff/platform/store/migrations/dialect.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createPayLinkRig, FIRST, LINK, ORIGIN, type PayLinkRig, SECOND } from '../../../testing/rigs/pay-link-rig.ts';
import { codeOf, signedIn, textAt } from '../../../testing/rigs/people.ts';
import { makeProgram } from '../../../testing/rigs/program.ts';
import { MEI, SHOP } from '../../../testing/rigs/till.ts';
import type { PayLink } from '../contract/register.ts';

/** Outcomes that registers received match the journal, permanently. */

const LATE = {
  captureId: 'late-1',
  authorizationId: null,
  evidence: 'search' as const,
  refundHandle: null,
  vouchers: [],
};

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: PayLinkRig;
  let { server, office, ana, open, opened, ask, take, back } = {} as PayLinkRig;
  beforeEach(async () => {
    rig = await createPayLinkRig(kind);
    ({ server, office, ana, open, opened, ask, take, back } = rig);
  });
  afterEach(() => server.close());

  const undo = (tenderId: string, who = ana) =>
    who.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId, reason: 'Wrong voucher' });
  const ben = () => signedIn(server, office, { name: 'Ben', role: 'cashier', pin: '840375' });

  describe('an amount', () => {
    it('is signed as the amount at opening, even if the link was altered', async () => {
      const sale = await opened({ ...LINK, amount: 100 });
      await take(sale, 100);
      expect(await back(sale)).toMatchObject({ status: 'taken', amount: '100', asked: '100', left_to_pay: '0' });
    });
  });

  describe('a sale that was reported to its register as not redeemed', () => {
    it('accepts no redemption from any device, and its link begins another sale', async () => {
      const sale = await opened();
      expect(await back(sale)).toMatchObject({ status: 'cancelled' });
      const program = await makeProgram(server, office, { name: 'Web shop', scopes: ['redeem', 'read'] });
      const body = { code: SECOND, amount: 100, currency: 'SGD', saleId: sale };
      const refused = [await ask(sale, 100), await ask(sale, 100, SECOND, office)];
      refused.push({ ...(await program.send('PUT', `/api/tenders/${randomUUID()}`, body)), id: '' });
      expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual(refused.map(() => [409, 'sale-closed']));
      expect(rig.issuer().ledger()).toEqual([]);
      expect(await open(LINK, sale)).toMatchObject({ status: 409, body: { error: { code: 'id-used' } } });
      const next = await opened();
      expect(next).not.toBe(sale);
      expect((await take(next, 1000)).state).toBe('captured');
    });

    it('is closed after a refusal or a full refund', async () => {
      const declined = await opened();
      await take(declined, 2340);
      expect(await back(declined)).toMatchObject({ status: 'not_taken' });
      expect(codeOf(await ask(declined, 100, SECOND))).toBe('sale-closed');
      const given = await opened();
      await undo((await take(given, 1000)).id);
      expect(await back(given)).toMatchObject({ status: 'not_taken' });
      expect(codeOf(await ask(given, 100, SECOND))).toBe('sale-closed');
    });

    it('is never reported as cancelled if a redemption begins at the same moment', async () => {
      for (let round = 0; round < 10; round += 1) {
        const sale = await opened({ ...LINK, state: String(round) });
        const [taken, told] = await Promise.all([ask(sale, 10, SECOND), back(sale)]);
        if (told['status'] === 'cancelled') expect(codeOf(taken)).toBe('sale-closed');
        else expect(['unknown', 'taken']).toContain(told['status']);
        expect(taken.status).toBe(told['status'] === 'cancelled' ? 409 : 201);
      }
    });

    it('continues while the outcome is unknown', async () => {
      const sale = await opened();
      expect(await back(sale, [randomUUID()])).toMatchObject({ status: 'unknown' });
      await take(sale, 1000);
      expect(await back(sale)).toMatchObject({ status: 'taken', left_to_pay: '1340' });
    });

    it('is closed after a partial redemption, and the amount left to pay needs a new link', async () => {
      const sale = await opened();
      await take(sale, 1000);
      expect(await back(sale)).toMatchObject({ status: 'taken', left_to_pay: '1340' });
      expect(codeOf(await ask(sale, 1340, SECOND))).toBe('sale-closed');
      expect((await open()).body).toMatchObject({ id: sale });
      expect(await back(sale)).toMatchObject({ status: 'taken', amount: '1000', left_to_pay: '1340' });
      const rest = await opened({ ...LINK, amount: 1340, state: 'the rest' });
      expect((await take(rest, 1340, SECOND)).state).toBe('captured');
      expect(await back(rest)).toMatchObject({ status: 'taken', amount: '1340', left_to_pay: '0' });
    });
  });

  describe('a redemption that was reported to a register', () => {
    it('can be undone by a manager only', async () => {
      const sale = await opened();
      const { id } = await take(sale, 1000);
      const untilWhen = async () => (await ana.send('GET', `/api/tenders/${id}`)).body;
      expect(await untilWhen()).not.toMatchObject({ canUndoUntil: null });
      await back(sale);
      expect(await untilWhen()).toMatchObject({ canUndoUntil: null });
      const refused = await undo(id);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'register-told']);
      expect((await undo(id, office)).body).toMatchObject({ state: 'refunded' });
      expect(await back(sale)).toMatchObject({ status: 'not_taken', amount: '0' });
    });

    it('cannot be refunded by the program that redeemed it', async () => {
      const program = await makeProgram(server, office, { name: 'Web shop', scopes: ['redeem', 'refund'] });
      const sale = await opened();
      const tenderId = randomUUID();
      await program.send('PUT', `/api/tenders/${tenderId}`, {
        code: FIRST,
        amount: 1000,
        currency: 'SGD',
        saleId: sale,
      });
      expect(await back(sale)).toMatchObject({ status: 'taken', amount: '1000' });
      expect(codeOf(await program.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId, reason: 'x' }))).toBe(
        'register-told',
      );
    });

    it('is not reported while it is being undone', async () => {
      for (let round = 0; round < 10; round += 1) {
        /* The last sale of a person is the latest one. */
        await server.clock.advance(1_000);
        const sale = await opened({ ...LINK, state: String(round) });
        const { id } = await take(sale, 10, SECOND);
        const [undone, told] = await Promise.all([undo(id), back(sale)]);
        if (told['status'] === 'taken') expect(codeOf(undone)).toBe('register-told');
        else expect([undone.status, ['unknown', 'not_taken'].includes(told['status'] ?? '')]).toEqual([201, true]);
      }
    });

    it('is unknown while its refund is, and so is the amount left to pay', async () => {
      const sale = await opened();
      const { id } = await take(sale, 1000);
      rig.issuer().failNextRefund({ commit: 'never', answer: 'lost' });
      const undoing = undo(id, office);
      const givingBack = async () => [...(await server.parts.sales.mark(SHOP, sale)).beingRefunded];
      await expect.poll(givingBack).toEqual([id]);
      expect(await back(sale)).toMatchObject({ status: 'unknown', amount: '1000' });
      expect((await ana.send('GET', `/api/sales/${sale}?due=2340`)).body).toMatchObject({
        open: true,
        taken: 1000,
        leftToPay: null,
      });
      await server.clock.advance(6_000);
      await undoing;
      expect(await back(sale)).toMatchObject({ status: 'unknown' });
    });
  });

  describe('a sale', () => {
    it('stays open while a late capture waits for a manager', async () => {
      const sale = await opened();
      const { id } = await take(sale, 2340);
      expect((await ana.send('GET', `/api/sales/${sale}?due=2340`)).body).toMatchObject({
        open: false,
        leftToPay: 2340,
      });
      const { journal } = server.parts;
      const declined = await journal.read(SHOP, id);
      if (!declined) throw new Error('It was declined');
      await journal.capture(declined, { kind: 'late_capture', captured: 340, ...LATE });
      expect((await ana.send('GET', `/api/sales/${sale}?due=2340`)).body).toMatchObject({
        open: true,
        leftToPay: null,
      });
      expect(await back(sale)).toMatchObject({ status: 'unknown' });
    });

    it('includes redemptions by others in its total, without showing their details', async () => {
      const sale = await opened();
      await take(sale, 1000);
      const other = await ben();
      await take(sale, 300, SECOND, other);
      const seen = await other.send('GET', `/api/sales/${sale}?due=2340`);
      expect(seen.body).toMatchObject({ taken: 1300, leftToPay: 1040, tenders: [{ requested: { amount: 300 } }] });
      const program = await makeProgram(server, office, { name: 'Web shop', scopes: ['read'] });
      expect((await program.send('GET', `/api/sales/${sale}?due=2340`)).body).toMatchObject({
        taken: 1300,
        leftToPay: 1040,
        tenders: [],
      });
      expect((seen.body as { tenders: unknown[] }).tenders).toHaveLength(1);
    });

    it('lists only its newest redemptions if there are many, but counts them all', async () => {
      const sale = randomUUID();
      for (let number = 0; number < 203; number += 1) {
        await take(sale, 1, SECOND);
        await server.clock.advance(1);
      }
      const { id: last } = await take(sale, 7, SECOND);
      const { body } = await ana.send('GET', `/api/sales/${sale}?due=1000`);
      expect(body).toMatchObject({ taken: 210, leftToPay: 790 });
      const { tenders } = body as { tenders: { id: string }[] };
      expect([tenders.length, tenders.at(-1)?.id]).toEqual([200, last]);
    }, 60_000);
  });

  it('a sale whose link is missing from the journal is opened again under its id, with its redemptions', async () => {
    const sale = await opened();
    await take(sale, 1000);
    const { db } = rig.store;
    await liftAppendOnly(db, 'pay_link');
    await db.deleteFrom('pay_link').execute();
    expect(await open()).toMatchObject({ status: 201, body: { id: sale, tenders: [{ state: 'captured' }] } });
    expect(await back(sale)).toMatchObject({ status: 'taken', amount: '1000' });
  });

  describe('the return address', () => {
    it('is returned only to the cashier who opened the link', async () => {
      const sale = await opened();
      const other = await ben();
      const refused = await other.send('POST', `/api/pay-links/${sale}/return`, { awaiting: [] });
      expect([refused.status, codeOf(refused)]).toEqual([404, 'not-found']);
      expect((await ask(sale, 100)).status).toBe(201);
      expect(await open(LINK, randomUUID(), other)).toMatchObject({ status: 200, body: { id: sale } });
      expect(await back(sale, [], other)).toMatchObject({ status: 'taken' });
      expect(await back(sale, [], office)).toMatchObject({ status: 'taken' });
    });
  });

  describe('a register with a secret', () => {
    const signed = (secret: string, link: PayLink): PayLink => {
      const { amount, currency, reference, returnUrl, state } = link;
      const query = new URLSearchParams({ amount: String(amount), currency, reference, return_url: returnUrl, state });
      query.sort();
      return { ...link, sig: createHmac('sha256', secret).update(query.toString()).digest('base64url') };
    };
    const makeSecret = async () =>
      textAt((await office.send('POST', `/api/registers/${rig.registerId}/secret`)).body, 'secret');

    it('requires signed links, and refuses unsigned or altered ones', async () => {
      const link = signed(await makeSecret(), LINK);
      const wrong = [
        LINK,
        { ...link, amount: 100 },
        { ...link, state: 'other' },
        { ...link, reference: 'R-1030' },
        signed('ls_other', LINK),
      ];
      for (const one of wrong)
        expect(await open(one)).toMatchObject({ status: 403, body: { error: { code: 'link-not-signed' } } });
      const sale = await opened(link);
      expect(await open(link)).toMatchObject({ status: 200, body: { id: sale } });
      await take(sale, 1000);
      expect(await back(sale)).toMatchObject({ status: 'taken', asked: '2340' });
    });

    it('may sign with the previous secret for a day, and need not sign once a manager allows that', async () => {
      const { registers } = server.parts;
      const before = signed(await makeSecret(), LINK);
      const after = signed(await makeSecret(), LINK);
      await opened(before);
      await registers.assertSigned(SHOP, ORIGIN, after);
      await server.clock.advance(24 * 3_600_000);
      await registers.assertSigned(SHOP, ORIGIN, after);
      await expect(registers.assertSigned(SHOP, ORIGIN, before)).rejects.toMatchObject({ code: 'link-not-signed' });
      await registers.endSecret(MEI, rig.registerId);
      await registers.assertSigned(SHOP, ORIGIN, LINK);
    });

    it('receives the secret once, which is stored encrypted and appears in no list or audit entry', async () => {
      const secret = await makeSecret();
      const rows = await rig.store.db.selectFrom('register').selectAll().execute();
      const trail = await rig.store.db.selectFrom('audit').selectAll().execute();
      const list = await office.send('GET', '/api/registers');
      expect(list.body).toMatchObject([{ id: rig.registerId, signs: true }]);
      expect(JSON.stringify([rows, trail, list.body, server.logged])).not.toContain(secret.slice(3));
      expect(trail.map(({ action }) => action)).toContain('register.signs');
      for (const method of ['POST', 'DELETE'])
        expect((await ana.send(method, `/api/registers/${rig.registerId}/secret`)).status).toBe(403);
    });
  });
});
