import type { PeopleParts } from './assemble-people.ts';
import type { Shared } from './assemble-shared.ts';
import { createDisplays } from './display/displays.ts';
import { createShown } from './display/shown.ts';
import type { Ground } from './ground.ts';
import { createCloudPrnt } from './printing/cloudprnt.ts';
import { createLeftovers } from './printing/leftovers.ts';
import { createPrinterStore } from './printing/printer-store.ts';
import { createPrinters } from './printing/printers.ts';
import { createPrintoutStore } from './printing/printout-store.ts';
import { createPrintouts } from './printing/printouts.ts';
import { createQueue } from './printing/queue.ts';
import { createPayLinks } from './register/pay-links.ts';
import { createRegisters } from './register/registers.ts';
import { createReturnKey } from './register/return-key.ts';

/** What customers see of the tills. */
export function assembleDisplays(shared: Shared, { guessing, sessions, settings }: PeopleParts) {
  const displays = createDisplays({ ...shared, guessing });
  return { displays, shown: createShown({ ...shared, sessions, settings, displays }) };
}

/** What goes onto paper. */
export function assemblePrinting({ config, servers }: Ground, shared: Shared) {
  const addresses = { onLoopback: config.printersOnLoopback };
  const store = createPrintoutStore({ ...shared, servers });
  const printerStore = createPrinterStore({ ...shared, printouts: store });
  const leftovers = createLeftovers({ ...shared, servers, printouts: store });
  const parts = { ...shared, servers, addresses, printers: printerStore, printouts: store, leftovers };
  const queue = createQueue(parts);
  return {
    printers: createPrinters(parts),
    printouts: createPrintouts({ ...parts, queue }),
    cloudPrnt: createCloudPrnt(parts),
    queue,
  };
}

/** What registers that ask by link need. */
export function assembleRegisters(shared: Shared) {
  const registers = createRegisters(shared);
  const returnKey = createReturnKey(shared);
  return { registers, returnKey, payLinks: createPayLinks({ ...shared, registers, key: returnKey }) };
}
