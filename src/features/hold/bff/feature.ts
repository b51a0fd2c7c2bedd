import { defineServer } from '../../../bff/app/feature.ts';

import { voucherNamed } from '../../../bff/redemption/check/voucher-named.ts';
import type { holdEndpoints } from '../contract/endpoints.ts';
import { createHolds } from './holds.ts';
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
  create(core) {
    const holds = createHolds({
      ...core,
      async refOf(caller, requested) {
        const { lookup } = await voucherNamed(core, caller, requested);
        return lookup === null || (lookup.isAbsent && requested.code !== undefined) ? null : lookup.ref;
      },
    });
    return { parts: { holds }, guards: [holds], voucherHolds: holds, routes: ({ on }) => holdRoutes(on, holds) };
  },
});
