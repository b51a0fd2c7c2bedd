import { defineServer } from '../../../bff/app/feature.ts';

import { describeError } from '../../../bff/platform/base/logging.ts';
import type { registerEndpoints } from '../contract/endpoints.ts';
import { registerOriginOf } from '../contract/register.ts';
import { createPayLinks } from './pay-links.ts';
import { createRegisters } from './registers.ts';
import { createReturnKey } from './return-key.ts';
import { registerRoutes } from './route.ts';

export const registers = defineServer({
  name: 'registers',
  summaries: {
    registers: 'Registers that may ask for redemptions by link.',
    addRegister: 'Lists a register.',
    removeRegister: 'Takes a register off the list.',
    registerSecret: 'Has a register sign its links, with another secret; the old one counts beside it for a day.',
    endRegisterSecret: 'Takes links of a register that are not signed again.',
    putPayLink: 'Begins the sale that a register’s link asks for; the same link again is the same sale.',
    returnFromLink: 'Where the browser goes back to, signed, with what the journal knows of the sale.',
    returnKey: 'By what the signature of an address that leads back can be checked.',
  } satisfies Record<keyof typeof registerEndpoints, string>,
  create(core) {
    const { log, shop } = core;
    const list = createRegisters(core);
    const returnKey = createReturnKey(core);
    const parts = {
      registers: list,
      returnKey,
      payLinks: createPayLinks({ ...core, registers: list, key: returnKey }),
    };
    return {
      parts,
      routes: ({ on }) => registerRoutes({ on, ...parts }),
      async mayFrame(origin) {
        if (registerOriginOf(origin) !== origin) return false;
        try {
          return (await list.nameOf(shop, origin)) !== null;
        } catch (error) {
          log.warn(
            describeError(error),
            'the list of registers could not be read, so that none may have the till as a frame',
          );
          return false;
        }
      },
    };
  },
});
