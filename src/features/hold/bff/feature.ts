import { defineServer } from '../../../bff/app/feature.ts';

import { voucherNamed } from '../../../bff/redemption/check/voucher-named.ts';
import type { holdEndpoints } from '../contract/endpoints.ts';
import { createHolds, restorableHolds } from './holds.ts';
import { holdRoutes } from './route.ts';

/**
 * Vouchers that a manager put on hold. The feature can refuse a redemption and a second attempt.
 */
export const hold = defineServer({
  name: 'hold',
  summaries: {
    holds: 'Vouchers on hold, and those released recently.',
    putHold: 'Puts a voucher on hold, once per id. It cannot be redeemed until it is released.',
    letGo: 'Releases a voucher from hold.',
  } satisfies Record<keyof typeof holdEndpoints, string>,
  examples: {
    putHold: { operationId: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60', reason: 'a wrong amount' },
  },
  money: { none: ['letGo', 'putHold'] },
  unconfirmed: { putHold: 'only blocks: a stolen voucher cannot wait' },
  create(core) {
    const holds = createHolds({
      ...core,
      async refOf(caller, requested) {
        const { lookup } = await voucherNamed(core, caller, requested);
        return lookup === null || (lookup.isAbsent && requested.code !== undefined) ? null : lookup.ref;
      },
    });
    return {
      parts: { holds },
      guards: [holds],
      checkFacts: holds.checkFacts,
      voucherHolds: holds,
      restorableAccess: [restorableHolds(core.db, holds)],
      routes: ({ on }) => holdRoutes(on, holds),
    };
  },
});
