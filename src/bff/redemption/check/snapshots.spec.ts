import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { createModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { createSnapshots } from './snapshots.ts';

const REF = '1234567890';

it('a snapshot is dated by the clock at its use, so that setting the clock does not make an earlier row look later', async () => {
  const clock = createManualClock();
  const issuer = createModelIssuer({ clock });
  issuer.add(REF);
  const snapshots = createSnapshots({ issuer, clock, mirror: { visibleRowIds: () => Promise.resolve([]) } });
  snapshots.begin(REF, issuer.checkByRef(REF));
  await clock.advance(40_000);
  clock.jump(925_000);
  const taken = snapshots.takeSnapshot(REF);
  await clock.advance(1);
  const ground = await taken;
  expect(clock.now() - (ground.snapshot?.at ?? 0)).toBe(40_001);
  clock.jump(-300_000);
  expect(clock.now() - (ground.snapshot?.at ?? 0)).toBe(40_001);
});

it('a snapshot needs a full search only if no balance of the voucher is known', async () => {
  const clock = createManualClock();
  const issuer = createModelIssuer({ clock });
  issuer.add(REF);
  const asked: unknown[] = [];
  const seen = async (_: string, wanted?: string) => {
    asked.push(wanted);
    return wanted === 'complete' ? ['before'] : null;
  };
  const snapshots = createSnapshots({ issuer, clock, mirror: { visibleRowIds: seen } });
  const taken = async () => {
    const ground = snapshots.takeSnapshot(REF);
    await clock.advance(1);
    return (await ground).snapshot;
  };
  expect((await taken())?.seen).toBeNull();
  expect(asked).toEqual([undefined]);
  issuer.checkByRef = async () => ({ outcome: 'unclear', reason: 'HTTP 500' });
  expect(await taken()).toMatchObject({ seen: ['before'], remaining: null });
});

it.each([
  {
    check: 'from before the last change of the voucher',
    use: 'is repeated',
    changedMsAgo: 30_000,
    isUnclear: false,
    checks: 2,
  },
  { check: 'from after it', use: 'is used', changedMsAgo: 50_000, isUnclear: false, checks: 1 },
  { check: 'without an answer', use: 'is repeated', changedMsAgo: undefined, isUnclear: true, checks: 2 },
])('a check $check $use', async ({ changedMsAgo, isUnclear, checks }) => {
  const clock = createManualClock();
  const issuer = createModelIssuer({ clock });
  issuer.add(REF);
  let asked = 0;
  const counting = {
    ...issuer,
    checkByRef: async (ref: string) => {
      asked += 1;
      return isUnclear && asked === 1 ? ({ outcome: 'unclear', reason: 'HTTP 500' } as const) : issuer.checkByRef(ref);
    },
  };
  const snapshots = createSnapshots({ issuer: counting, clock, mirror: { visibleRowIds: () => Promise.resolve([]) } });
  snapshots.begin(REF, counting.checkByRef(REF));
  await clock.advance(40_000);
  const taken = snapshots.takeSnapshot(REF, changedMsAgo);
  await clock.advance(1);
  expect((await taken).snapshot?.remaining).toBe(5000);
  expect(asked).toBe(checks);
});
