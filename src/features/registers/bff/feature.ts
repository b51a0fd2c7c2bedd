import { defineServer } from '../../../bff/app/feature.ts';

import { describeError } from '../../../bff/platform/base/logging.ts';
import type { registerEndpoints } from '../contract/endpoints.ts';
import { registerOriginOf } from '../contract/register.ts';
import { createPayLinks } from './pay-links.ts';
import { createRegisters } from './registers.ts';
import { addRegisterRoutes } from './route.ts';

export const registers = defineServer({
  name: 'registers',
  summaries: {
    registers: 'Registers that can open the till by link.',
    addRegister: 'Adds a register.',
    removeRegister: 'Removes a register.',
    registerSecret: 'Requires a register to sign its links with a new secret. The old secret works for one more day.',
    endRegisterSecret: 'Accepts unsigned links from a register again.',
    putPayLink: 'Starts the sale of a register’s link. Repeating the same link returns the same sale.',
    returnFromLink: 'Returns the signed address that the browser goes back to, with the result of the sale.',
  } satisfies Record<keyof typeof registerEndpoints, string>,
  examples: {
    addRegister: { origin: 'https://register.example', name: 'Bar' },
    putPayLink: { amount: 100, currency: 'SGD', reference: 'R-1', returnUrl: 'https://register.example/', state: '' },
    returnFromLink: { awaiting: [] },
  },
  money: {
    elsewhere: ['putPayLink', 'returnFromLink'],
    none: ['addRegister', 'endRegisterSecret', 'registerSecret', 'removeRegister'],
  },
  create(core) {
    const { log, shop } = core;
    const list = createRegisters(core);
    const parts = {
      registers: list,
      payLinks: createPayLinks({ ...core, registers: list, key: core.signingKey }),
    };
    return {
      parts,
      routes: ({ on }) => addRegisterRoutes({ on, ...parts }),
      async mayFrame(origin) {
        if (registerOriginOf(origin) !== origin) return false;
        try {
          return (await list.nameOf(shop, origin)) !== null;
        } catch (error) {
          log.warn(describeError(error), 'failed to read the list of registers, so no register may embed the till');
          return false;
        }
      },
    };
  },
});
