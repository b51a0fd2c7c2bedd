import { LIMITS } from '../../../contract/access/limits.ts';
import { type Endpoint, get, list, post, put, remove } from '../../../contract/platform/endpoint.ts';
import {
  againRequestSchema,
  awaitedDeviceSchema,
  devicePrinterSchema,
  documentPrintRequestSchema,
  documentPrintSchema,
  pollSchema,
  printerAnswerSchema,
  printerRequestSchema,
  printerSchema,
  printingSchema,
  printoutRequestSchema,
  printoutSchema,
} from './printing.ts';

export const printingEndpoints = {
  printers: get('/api/printers', 'manager', list(printerSchema), { background: true }),
  /** Adds a printer with an id created by the page, or changes it. */
  putPrinter: put('/api/printers/:id', 'manager', printerRequestSchema, printerAnswerSchema, { confirms: true }),
  removePrinter: remove('/api/printers/:id', 'manager', null, { confirms: true }),
  /** Creates a new path for a printer that polls; the previous one stops working. */
  renewPrinter: post('/api/printers/:id/token', 'manager', null, printerAnswerSchema, { confirms: true }),
  devicePrinter: put('/api/devices/:id/printer', 'manager', devicePrinterSchema, null, { confirms: true }),
  /** Sets the printer of the device of a name, also before it is enrolled. */
  awaitedDevice: put('/api/awaited-devices', 'manager', awaitedDeviceSchema, null, { confirms: true }),
  /** The printer of this device, and its printouts that are unsettled or were just printed. */
  printing: get('/api/printing', 'session', printingSchema, { background: true }),
  printouts: get('/api/printouts', 'manager', list(printoutSchema), { background: true }),
  putPrintout: put('/api/printouts/:id', 'session', printoutRequestSchema, printoutSchema, {
    bodyBytesMax: LIMITS.printBytesMax,
  }),
  putPrint: put('/api/prints/:id', 'session', documentPrintRequestSchema, documentPrintSchema),
  cancelPrintout: remove('/api/printouts/:id', 'session', printoutSchema),
  printAgain: post('/api/printouts/:id/again', 'session', againRequestSchema, printoutSchema),
  printoutCame: post('/api/printouts/:id/came', 'session', null, printoutSchema),
  /**
   * Star CloudPRNT: the printer reports its state and polls for work. It fetches waiting documents,
   * and reports their results.
   */
  pollPrinter: post('/api/cloudprnt/:id/:token', 'any', pollSchema, null, { byToken: true }),
  fetchPrintout: get('/api/cloudprnt/:id/:token', 'any', null, { byToken: true }),
  confirmPrintout: remove('/api/cloudprnt/:id/:token', 'any', null, { byToken: true }),
} as const satisfies Record<string, Endpoint>;
