import { SALE_LIMIT_KINDS } from '../src/contract/access/sale-limit.ts';
import { at, loadAverage } from './load/figures.ts';
import { measure } from './load/measure.ts';
import { openTills } from './load/open-tills.ts';
import { startRig } from './load/rig.ts';

const ROUNDS = 40;
const PAIRS = 25;
/** Far above the amounts of the bench's tills. */
const LIMITS_SET = Object.fromEntries(SALE_LIMIT_KINDS.map((kind) => [kind, { above: 1_000_000_000, way: 'manager' }]));

/** Measures redemptions below the limits of a shop, and without limits, alternately. */
export async function limits(): Promise<void> {
  const rig = await startRig({ store: 'sqlite' });
  try {
    const cookies = await openTills(rig, 1);
    const set = async (saleLimits: object) => {
      const headers = { 'content-type': 'application/json', 'x-tillside': '1', origin: rig.origin, cookie: cookies[0] ?? '' };
      const answer = await fetch(`${rig.origin}/api/settings`, { method: 'PUT', headers, body: JSON.stringify({ saleLimits }) });
      if (!answer.ok) throw new Error(`the limits were refused: ${await answer.text()}`);
    };
    await rig.quiet();
    const times = { none: [] as number[], all: [] as number[] };
    const serverMs = { none: 0, all: 0 };
    for (let round = 0; round < ROUNDS; round += 1)
      /*
       * Many short rounds in both orders: the speed of a disk varies from minute to minute by more
       * than the difference to measure.
       */
      for (const which of round % 2 === 0 ? (['none', 'all'] as const) : (['all', 'none'] as const)) {
        await set(which === 'all' ? LIMITS_SET : {});
        const { done, cpu, wrong } = await measure(rig, { to: 'server', cookies, pairs: PAIRS });
        if (wrong > 0) throw new Error(`${wrong} redemptions were told wrongly`);
        times[which].push(...done.redeemMs);
        serverMs[which] += cpu.server;
      }
    const [none, all] = [times.none, times.all].map((some) =>
      at(
        some.toSorted((a, b) => a - b),
        0.5,
      ),
    ) as [number, number];
    process.stdout.write(
      `\nA redemption, median ms: without limits ${none.toFixed(1)}, below all of them ${all.toFixed(1)}, ` +
        `times ${(all / none).toFixed(3)}; processor of the server times ${(serverMs.all / serverMs.none).toFixed(3)} ` +
        `(${ROUNDS * PAIRS} each, in turn; load ${loadAverage()})\n`,
    );
  } finally {
    await rig.stop();
  }
}
