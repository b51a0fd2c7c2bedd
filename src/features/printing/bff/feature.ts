import { defineServer } from '../../../bff/app/feature.ts';
import { withinAllShops } from '../../../bff/platform/store/across-shops.ts';
import type { printingEndpoints } from '../contract/endpoints.ts';
import { usePrinterOfName } from './awaited-devices.ts';
import { createCloudPrnt } from './cloudprnt.ts';
import { createLeftovers } from './leftovers.ts';
import { printerFindings, printersOfDevices, sentPrintoutsOf } from './of-shop.ts';
import { printerGauges } from './printer-gauges.ts';
import { createPrinterStore } from './printer-store.ts';
import { createPrinters } from './printers.ts';
import { createPrintoutStore } from './printout-store.ts';
import { createPrintouts } from './printouts.ts';
import { createPrints } from './prints.ts';
import { createQueue } from './queue.ts';
import { printingRoutes } from './route.ts';

export const printing = defineServer({
  name: 'printing',
  summaries: {
    printers: 'The shop’s printers and their state.',
    putPrinter: 'Adds or changes a printer.',
    removePrinter: 'Removes a printer.',
    renewPrinter: 'Creates a new path for a CloudPRNT printer.',
    devicePrinter: 'Sets the printer of a device.',
    awaitedDevice: 'Sets the printer of a device by its name, even before the device is enrolled.',
    printing: 'The printer of this device, and the printouts that wait for it.',
    printouts: 'The latest printouts, newest first.',
    putPrintout: 'Prints a document, once per id.',
    putPrint: 'Records a print of a document, and returns whether it is a copy.',
    cancelPrintout: 'Cancels a printout that has not started.',
    printAgain: 'Reprints a printout of unknown state, marked as a copy.',
    printoutCame: 'Confirms that a printout of unknown state was printed.',
    pollPrinter: 'Star CloudPRNT: a printer reports its state and asks for a job.',
    fetchPrintout: 'Star CloudPRNT: a printer fetches a job.',
    confirmPrintout: 'Star CloudPRNT: a printer reports the result of a job.',
  } satisfies Record<keyof typeof printingEndpoints, string>,
  examples: {
    putPrinter: {
      kind: 'network',
      name: 'Counter',
      host: '10.1.2.3',
      port: 9100,
      width: 80,
      cutter: true,
      drawer: false,
    },
    devicePrinter: { printerId: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60' },
    awaitedDevice: { name: 'Till 9', printerId: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60' },
    putPrint: { what: 'receipt', subject: 'a redemption' },
    putPrintout: {
      printerId: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60',
      what: 'receipt',
      subject: null,
      raster: { width: 384, rows: 1, dots: '+/+fNAAA' },
      drawer: false,
    },
    printAgain: { id: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60', mark: { width: 384, rows: 1, dots: '+/+fNAAA' } },
  },
  money: {
    none: [
      'awaitedDevice',
      'cancelPrintout',
      'confirmPrintout',
      'devicePrinter',
      'pollPrinter',
      'printAgain',
      'printoutCame',
      'putPrinter',
      'putPrintout',
      'putPrint',
      'removePrinter',
      'renewPrinter',
    ],
  },
  onEnrolled: usePrinterOfName,
  create(core) {
    const addresses = { onLoopback: core.config.printersOnLoopback };
    const storesOn = (db: typeof core.db) => {
      const printouts = createPrintoutStore({ ...core, db });
      const stores = { ...core, db, addresses, printouts };
      return { ...stores, printers: createPrinterStore(stores) };
    };
    const ofShop = storesOn(core.db);
    /* A printer that polls says nothing about its shop. */
    const ofAll = storesOn(withinAllShops(core.db));
    const queue = createQueue({ ...ofShop, leftovers: createLeftovers(ofShop) });
    const parts = {
      printers: createPrinters(ofShop),
      printouts: createPrintouts({ ...ofShop, queue }),
      prints: createPrints(core),
      cloudPrnt: createCloudPrnt({ ...ofAll, leftovers: createLeftovers(ofAll) }),
      queue,
    };
    return {
      parts,
      routes: ({ on, onStream }) => printingRoutes({ on, onStream, ...parts }),
      sentPrintouts: (shop, what, subjects) => sentPrintoutsOf(core.db, shop, { what, subjects }),
      findings: (shop) => printerFindings(parts.printers, shop),
      printersOfDevices: (shop) => printersOfDevices(core.db, shop),
      gauges: () => printerGauges(core.db),
      start: queue.start,
      stop: queue.stop,
    };
  },
});
