import { type Endpoint, list } from './endpoint.ts';
import { LIMITS } from './limits.ts';
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
  printers: { method: 'GET', path: '/api/printers', who: 'manager', request: null, answer: list(printerSchema), background: true },
  /** Adds a printer under an id made by the page, or changes it. */
  putPrinter: { method: 'PUT', path: '/api/printers/:id', who: 'manager', request: printerRequestSchema, answer: printerAnswerSchema },
  removePrinter: { method: 'DELETE', path: '/api/printers/:id', who: 'manager', request: null, answer: null },
  /** A new path for a printer that asks by itself; the one before opens nothing any more. */
  renewPrinter: { method: 'POST', path: '/api/printers/:id/token', who: 'manager', request: null, answer: printerAnswerSchema },
  /** On which printer a device prints. */
  devicePrinter: { method: 'PUT', path: '/api/devices/:id/printer', who: 'manager', request: devicePrinterSchema, answer: null },
  /** The printer of this device, and what of it is not settled or was just printed. */
  printing: { method: 'GET', path: '/api/printing', who: 'session', request: null, answer: printingSchema, background: true },
  /** The latest printouts of the shop, newest first. */
  printouts: { method: 'GET', path: '/api/printouts', who: 'manager', request: null, answer: list(printoutSchema), background: true },
  putPrintout: {
    method: 'PUT',
    path: '/api/printouts/:id',
    who: 'session',
    request: printoutRequestSchema,
    answer: printoutSchema,
    bodyBytesMax: LIMITS.printBytesMax,
  },
  cancelPrintout: { method: 'DELETE', path: '/api/printouts/:id', who: 'session', request: null, answer: printoutSchema },
  /** Of an unsure one: once more, marked as a copy. */
  printAgain: { method: 'POST', path: '/api/printouts/:id/again', who: 'session', request: againRequestSchema, answer: printoutSchema },
  /** Of an unsure one: somebody holds it in their hands. */
  printoutCame: { method: 'POST', path: '/api/printouts/:id/came', who: 'session', request: null, answer: printoutSchema },
  /**
   * Star CloudPRNT: the printer says how it is and asks for work.
   *
   * It hears whether there is something for it, fetches it, and says what became of it.
   */
  pollPrinter: { method: 'POST', path: '/api/cloudprnt/:id/:token', who: 'any', request: pollSchema, answer: null, byToken: true },
  fetchPrintout: { method: 'GET', path: '/api/cloudprnt/:id/:token', who: 'any', request: null, answer: null, byToken: true },
  confirmPrintout: { method: 'DELETE', path: '/api/cloudprnt/:id/:token', who: 'any', request: null, answer: null, byToken: true },
} as const satisfies Record<string, Endpoint>;
