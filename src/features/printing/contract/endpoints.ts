import { LIMITS } from '../../../contract/access/limits.ts';
import { type Endpoint, get, list, post, put, remove } from '../../../contract/platform/endpoint.ts';
import {
  againRequestSchema,
  devicePrinterSchema,
  pollSchema,
  printerAnswerSchema,
  printerRequestSchema,
  printerSchema,
  printingSchema,
  printoutRequestSchema,
  printoutSchema,
} from './printing.ts';

/** Routes of printers and of what is printed on them. */
export const printingEndpoints = {
  printers: get('/api/printers', 'manager', list(printerSchema), { background: true }),
  /** Adds a printer under an id made by the page, or changes it. */
  putPrinter: put('/api/printers/:id', 'manager', printerRequestSchema, printerAnswerSchema),
  removePrinter: remove('/api/printers/:id', 'manager', null),
  /** A new path for a printer that asks by itself; the one before opens nothing any more. */
  renewPrinter: post('/api/printers/:id/token', 'manager', null, printerAnswerSchema),
  /** On which printer a device prints. */
  devicePrinter: put('/api/devices/:id/printer', 'manager', devicePrinterSchema, null),
  /** The printer of this device, and what of it is not settled or was just printed. */
  printing: get('/api/printing', 'session', printingSchema, { background: true }),
  /** The latest printouts of the shop, newest first. */
  printouts: get('/api/printouts', 'manager', list(printoutSchema), { background: true }),
  putPrintout: put('/api/printouts/:id', 'session', printoutRequestSchema, printoutSchema, {
    bodyBytesMax: LIMITS.printBytesMax,
  }),
  cancelPrintout: remove('/api/printouts/:id', 'session', printoutSchema),
  /** Of an unsure one: once more, marked as a copy. */
  printAgain: post('/api/printouts/:id/again', 'session', againRequestSchema, printoutSchema),
  /** Of an unsure one: somebody holds it in their hands. */
  printoutCame: post('/api/printouts/:id/came', 'session', null, printoutSchema),
  /**
   * Star CloudPRNT: the printer says how it is and asks for work.
   *
   * It hears whether there is something for it, fetches it, and says what became of it.
   */
  pollPrinter: post('/api/cloudprnt/:id/:token', 'any', pollSchema, null, { byToken: true }),
  fetchPrintout: get('/api/cloudprnt/:id/:token', 'any', null, { byToken: true }),
  confirmPrintout: remove('/api/cloudprnt/:id/:token', 'any', null, { byToken: true }),
} as const satisfies Record<string, Endpoint>;
