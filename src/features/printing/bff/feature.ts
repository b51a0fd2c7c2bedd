import { defineServer } from '../../../bff/app/feature.ts';
import type { printingEndpoints } from '../contract/endpoints.ts';
import { createCloudPrnt } from './cloudprnt.ts';
import { createLeftovers } from './leftovers.ts';
import { createPrinterStore } from './printer-store.ts';
import { createPrinters } from './printers.ts';
import { createPrintoutStore } from './printout-store.ts';
import { createPrintouts } from './printouts.ts';
import { createQueue } from './queue.ts';
import { printingRoutes } from './route.ts';

export const printing = defineServer({
  name: 'printing',
  summaries: {
    printers: 'The shop’s printers, and how each is.',
    putPrinter: 'Adds a printer, or changes it.',
    removePrinter: 'Removes a printer.',
    renewPrinter: 'Makes a new path for a printer that asks by itself.',
    devicePrinter: 'Chooses the printer of a device.',
    printing: 'The printer of this device, and papers that are on their way to it.',
    printouts: 'The latest papers that were sent to printers, newest first.',
    putPrintout: 'Prints a paper, once for an id.',
    cancelPrintout: 'Takes a paper back that was not begun.',
    printAgain: 'Prints a paper of which nobody knows once more, marked as a copy.',
    printoutCame: 'Says that a paper of which nobody knew has come out.',
    pollPrinter: 'Star CloudPRNT: a printer says how it is, and hears whether there is something for it.',
    fetchPrintout: 'Star CloudPRNT: a printer fetches a paper.',
    confirmPrintout: 'Star CloudPRNT: a printer says what became of a paper.',
  } satisfies Record<keyof typeof printingEndpoints, string>,
  create(core) {
    const printouts = createPrintoutStore(core);
    const stores = { ...core, addresses: { onLoopback: core.config.printersOnLoopback }, printouts };
    const leftovers = createLeftovers(stores);
    const deps = { ...stores, leftovers, printers: createPrinterStore(stores) };
    const queue = createQueue(deps);
    const parts = {
      printers: createPrinters(deps),
      printouts: createPrintouts({ ...deps, queue }),
      cloudPrnt: createCloudPrnt(deps),
      queue,
    };
    return {
      parts,
      routes: ({ on, onStream }) => printingRoutes({ on, onStream, ...parts }),
      start: queue.start,
      stop: queue.stop,
    };
  },
});
