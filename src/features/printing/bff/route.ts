import { operationId } from '../../../bff/platform/http/operation-id.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { CloudPrnt } from './cloudprnt.ts';
import type { Printers } from './printers.ts';
import type { Printouts } from './printouts.ts';
import type { Prints } from './prints.ts';

export interface PrintingRoutesOptions extends Pick<Router, 'on' | 'onStream'> {
  readonly printers: Printers;
  readonly printouts: Printouts;
  readonly prints: Prints;
  readonly cloudPrnt: CloudPrnt;
}

export function printingRoutes({ on, onStream, printers, printouts, prints, cloudPrnt }: PrintingRoutesOptions): void {
  on(endpoints.printers, async ({ caller }) => ({ body: await printers.list(caller.shop) }));
  on(endpoints.putPrinter, async ({ params, caller, body }) => ({
    body: await printers.put(caller, operationId(params), body),
  }));
  on(endpoints.removePrinter, async ({ params, caller }) => {
    await printers.remove(caller, operationId(params));
    return { body: undefined };
  });
  on(endpoints.renewPrinter, async ({ params, caller }) => ({
    body: await printers.renew(caller, operationId(params)),
  }));
  on(endpoints.devicePrinter, async ({ params, caller, body }) => {
    await printers.choose(caller, params['id'] ?? '', body.printerId);
    return { body: undefined };
  });
  on(endpoints.awaitedDevice, async ({ caller, body: { name, printerId } }) => {
    await printers.chooseByName(caller, name, printerId);
    return { body: undefined };
  });
  on(endpoints.printing, async ({ caller }) => ({ body: await printouts.ofDevice(caller) }));
  on(endpoints.printouts, async ({ caller }) => ({ body: await printouts.latest(caller.shop) }));
  on(endpoints.putPrintout, async ({ params, caller, body }) => ({
    body: await printouts.put(caller, operationId(params), body),
  }));
  on(endpoints.putPrint, async ({ params, caller, body }) => ({
    body: await prints.put(caller, operationId(params), body),
  }));
  on(endpoints.cancelPrintout, async ({ params, caller }) => ({
    body: await printouts.cancel(caller, operationId(params)),
  }));
  on(endpoints.printAgain, async ({ params, caller, body }) => ({
    body: await printouts.again(caller, operationId(params), body),
  }));
  on(endpoints.printoutCame, async ({ params, caller }) => ({
    body: await printouts.confirmPrinted(caller, operationId(params)),
  }));
  cloudPrntRoutes({ onStream, cloudPrnt });
}

/** A printer requires a content length and its own formats. */
function cloudPrntRoutes({ onStream, cloudPrnt }: Pick<PrintingRoutesOptions, 'onStream' | 'cloudPrnt'>): void {
  onStream(endpoints.pollPrinter, async ({ params, body }) =>
    streamed(
      'application/json',
      Buffer.from(JSON.stringify(await cloudPrnt.poll(params['id'] ?? '', params['token'] ?? '', body))),
    ),
  );
  onStream(endpoints.fetchPrintout, async ({ params, query }) => {
    const { contentType, body, headers } = await cloudPrnt.fetch(
      params['id'] ?? '',
      params['token'] ?? '',
      query['token'],
    );
    return streamed(contentType, body, headers);
  });
  onStream(endpoints.confirmPrintout, async ({ params, query }) => {
    await cloudPrnt.confirm(params['id'] ?? '', params['token'] ?? '', query['token'], query['code'] ?? '');
    return streamed('application/json', Buffer.from('{}'));
  });
}

function streamed(contentType: string, body: Buffer, headers: Readonly<Record<string, string>> = {}) {
  const bytes = new Blob([new Uint8Array(body)]);
  return { contentType, body: bytes.stream(), headers: { 'Content-Length': String(body.length), ...headers } };
}
