import { expect, it } from 'vitest';
import { createManualClock } from '../../testing/clock.ts';
import { createModelIssuer } from '../../testing/model-issuer.ts';
import { createSnapshots } from './snapshots.ts';

const REF = '1234567890';

it('is dated by the clock as it goes when it is taken, so that a clock set meanwhile makes nothing from before look like something from after', async () => {
  const clock = createManualClock();
  const issuer = createModelIssuer({ clock });
  issuer.add(REF);
  const snapshots = createSnapshots({ issuer, clock, mirror: { seen: () => Promise.resolve([]) } });
  snapshots.begin(REF, issuer.checkByRef(REF));
  await clock.advance(40_000);
  clock.jump(925_000);
  const taken = snapshots.take(REF);
  await clock.advance(1);
  const ground = await taken;
  expect(clock.now() - (ground.snapshot?.at ?? 0)).toBe(40_001);
  clock.jump(-300_000);
  expect(clock.now() - (ground.snapshot?.at ?? 0)).toBe(40_001);
});
