import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../api/live.ts';
import { page } from '../api/page.ts';
import { readPrinterPort } from '../scan/printer-port.ts';
import { printingQuery } from './queries.ts';
import { serialOf } from './serial-here.ts';
import { createTillPrinter, type TillPrinter } from './till-printer.ts';

/** One tab of a device has its port; another one takes over when that is gone. */
const LOCK = 'tillside.printer-port';

/** Sends what waits for the printer at a port of this device, for as long as somebody is signed in. */
export function PrintAtPort() {
  const { data } = useQuery(printingQuery);
  const printerId = data?.printer?.kind === 'serial' ? data.printer.id : null;
  const [cable, setCable] = useState<TillPrinter | null>(null);
  useEffect(() => {
    const serial = serialOf(navigator);
    if (serial === null || printerId === null) return undefined;
    const leaving = new AbortController();
    const gone = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
    const work = async () => {
      const made = createTillPrinter({
        call,
        sleep: page.sleep,
        printerId,
        ports: () => serial.getPorts(),
        kept: () => readPrinterPort(localStorage),
      });
      setCable(made);
      await gone;
      setCable(null);
      await made.stop();
    };
    navigator.locks.request(LOCK, { signal: leaving.signal }, work).catch(() => undefined);
    return () => leaving.abort();
  }, [printerId]);
  const waits = data?.printouts.flatMap(({ id, state }) => (state === 'queued' ? [id] : [])).join(' ');
  useEffect(() => {
    /* Also where nothing waits: what is left of a paper that was begun before is found out when the till asks. */
    if (waits !== undefined) cable?.nudge();
  }, [cable, waits]);
  return null;
}
