import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { GOOD, NOT_SENT, SAM, tens } from '../../../testing/rigs/cards.ts';
import { createGapRig, type GapRig } from '../../../testing/rigs/gap-rig.ts';
import { ANA, MEI } from '../../../testing/rigs/till.ts';
import type { FeatureCalls } from '../../issuer/feature-calls.ts';
import type { Issuer } from '../../issuer/port.ts';

/** Calls of the issuer that read. All others move money or stock. */
type Reads =
  | 'checkByRef'
  | 'checkByVoucherId'
  | 'searchPage'
  | 'clockOffset'
  | 'pauseMs'
  | 'catalogue'
  | 'product'
  | 'vouchersById';
type Move = Exclude<keyof Issuer | keyof FeatureCalls, Reads>;

const REF = '1234567890';
const wish = { code: REF, amount: 1000, currency: 'SGD' };
const order = { productCode: 'GIFT10', quantity: 1 };
const note = 'Wrong voucher';

interface Known {
  readonly tender: string;
  readonly activation: string;
  readonly issue: string;
}

/** Every way to each call, by a new id and by one that the journal has. */
const WAYS: Readonly<Record<Move, Readonly<Record<string, (rig: GapRig, known: Known) => Promise<unknown>>>>> = {
  redeem: { 'a redemption': ({ till }) => till.tenders.put(ANA, randomUUID(), wish) },
  refund: {
    'a refund': ({ till }, { tender }) => till.refunds.put(MEI, randomUUID(), { tenderId: tender, reason: note }),
  },
  issue: {
    'a sale of vouchers': ({ till }) => till.issues.put(ANA, randomUUID(), order),
    'the rest of a sale': ({ till }, { issue }) => till.issues.resume(ANA, issue),
  },
  activate: {
    'an activation': ({ till }) => till.activations.put(SAM, randomUUID(), { ranges: tens(3).slice(2) }),
    'the rest of an activation': ({ till }, { activation }) => till.activations.resume(SAM, activation, []),
  },
  deactivate: {
    'a deactivation': ({ till }, { activation }) =>
      till.activations.deactivate(MEI, activation, { range: 0, reason: note }),
  },
};

let rig: GapRig;
let known: Known;
beforeEach(async () => {
  rig = await createGapRig();
  const { till } = rig;
  till.issuer.add(REF);
  const tender = (await rig.take(ANA, REF)).id;
  till.issuer.failNextRanges(GOOD, NOT_SENT);
  const activation = (await till.activations.put(SAM, randomUUID(), { ranges: tens(2) })).view.id;
  till.issuer.failNextIssues(NOT_SENT);
  const issue = (await till.issues.put(ANA, randomUUID(), order)).view.id;
  known = { tender, activation, issue };
});

const moved = () => {
  const { issuer } = rig.till;
  return [
    issuer.attempts(),
    issuer.refundsCalled(),
    issuer.ordersTried(),
    issuer.rangesTried(),
    issuer.deactivationsTried(),
  ].map((calls) => (Array.isArray(calls) ? calls.length : calls));
};

const all = Object.entries(WAYS).flatMap(([move, ways]) =>
  Object.entries(ways).map(([name, way]) => [name, move, way] as const),
);

it.each(all)('%s waits until the journal is complete (%s)', async (_, __, way) => {
  await rig.lose();
  const before = moved();
  await expect(way(rig, known)).rejects.toMatchObject({ status: 503, code: 'journal-gap' });
  expect(moved()).toEqual(before);
});

it.each(all)('%s is sent if nothing is missing (%s)', async (_, __, way) => {
  const before = moved();
  await Promise.all([way(rig, known), rig.till.clock.advance(5_000)]);
  expect(moved()).not.toEqual(before);
});
