import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ANA, createTestTill, MEI } from '../../../testing/rigs/till.ts';

it('reading a lost activation or sale sends nothing to the issuer, because the server resumes it automatically', async () => {
  const till = await createTestTill();
  const cards = randomUUID();
  const sale = randomUUID();
  const { shop, device, person } = MEI;
  await till.activationJournal.begin({
    id: cards,
    shop,
    device,
    person,
    ranges: [{ start: '000101', end: '000110', count: 10 }],
  });
  const order = { productCode: 'GIFT10', quantity: 2, faceValue: null, clientReference: null };
  await till.issueJournal.begin({
    id: sale,
    shop,
    device: ANA.device,
    person: ANA.person,
    order,
    productName: null,
  });
  expect((await till.activations.get(MEI, cards)).state).toBe('running');
  expect((await till.issues.get(ANA, sale)).state).toBe('running');
  await till.clock.advance(1_000);
  expect([till.issuer.rangesTried(), till.issuer.ordersTried()]).toEqual([[], []]);
  await till.activations.put(MEI, cards, { ranges: [{ start: '000101', end: '000110', count: 10 }] });
  expect(till.issuer.rangesTried()).toHaveLength(1);
});
