import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../pwa/api/live.ts';
import { devicesQuery, PRINTING_KEY } from '../../../pwa/api/queries.ts';
import { isSettledPrintout, type PrinterRequest, type Printing, type Printout } from '../contract/printing.ts';
import { PRINTING_QUERIES_POLL_MS } from './limits.ts';

/** The printer of this device, and its open print jobs. */
export const printingQuery = queryOptions({
  queryKey: [...PRINTING_KEY, 'here'],
  queryFn: ({ signal }) => call('printing', { signal }),
  networkMode: 'always',
  refetchInterval: ({ state }) =>
    state.data?.printouts.some((printout) => !isSettledPrintout(printout.state)) === true
      ? PRINTING_QUERIES_POLL_MS
      : false,
});

/** The printers and the latest print jobs of the shop, for managers. */
export const printersQuery = queryOptions({
  queryKey: [...PRINTING_KEY, 'printers'],
  queryFn: ({ signal }) => call('printers', { signal }),
});
export const printoutsQuery = queryOptions({
  queryKey: [...PRINTING_KEY, 'printouts'],
  queryFn: ({ signal }) => call('printouts', { signal }),
});

/** An action on a print job; its result is shown immediately on all pages. */
export function usePrintoutMutation<Input>(mutationFn: (input: Input) => Promise<Printout>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    gcTime: 0,
    onSuccess: (made) => {
      client.setQueryData(
        printingQuery.queryKey,
        (known: Printing | undefined) =>
          known && { ...known, printouts: [made, ...known.printouts.filter(({ id }) => id !== made.id)] },
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: PRINTING_KEY }),
  });
}

export function useSavePrinter() {
  return usePrinterMutation(({ id, body }: { readonly id: string; readonly body: PrinterRequest }) =>
    call('putPrinter', { params: { id }, body }),
  );
}

export function useRenewPrinter() {
  return usePrinterMutation((id: string) => call('renewPrinter', { params: { id } }));
}

export function useRemovePrinter() {
  return usePrinterMutation((id: string) => call('removePrinter', { params: { id } }));
}

export function useChoosePrinter() {
  return usePrinterMutation(({ id, printerId }: { readonly id: string; readonly printerId: string | null }) =>
    call('devicePrinter', { params: { id }, body: { printerId } }),
  );
}

/** Sets the printer of the device of a name, also before it is enrolled. */
export function useChoosePrinterByName() {
  return usePrinterMutation((body: { readonly name: string; readonly printerId: string | null }) =>
    call('awaitedDevice', { body }),
  );
}

function usePrinterMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    gcTime: 0,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: PRINTING_KEY }),
        client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
      ]),
  });
}
