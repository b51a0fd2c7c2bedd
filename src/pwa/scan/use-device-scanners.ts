import { useCallback, useEffect, useEffectEvent } from 'react';
import { askForHidScanner, type Hid, listenToHid } from './hid-scanner.ts';
import type { ScanEvent } from './scan-event.ts';
import { readScannerSetting, readText } from './scanner-setting.ts';
import { askForSerialScanner, listenToSerial, type Serial } from './serial-scanner.ts';

/** How a scanner that is no keyboard can be connected in this browser. */
export type ScannerPlug = 'hid' | 'serial';

interface DeviceScanners {
  readonly plugs: readonly ScannerPlug[];
  /** Asks the person for a scanner; must follow a tap. Choosing none is an ordinary outcome. */
  readonly connect: (plug: ScannerPlug) => Promise<void>;
}

/** Hears scanners that are connected as devices instead of keyboards. What they read needs no guessing: it is one whole scan. */
export function useDeviceScanners(onScan: (scan: ScanEvent) => void): DeviceScanners {
  const { hid, serial } = navigator as { readonly hid?: Hid; readonly serial?: Serial };
  const report = useEffectEvent((raw: string, source: ScannerPlug) => {
    onScan({ text: readText(raw, readScannerSetting(localStorage)), source, at: Date.now(), raw });
  });

  useEffect(() => hid && listenToHid(hid, (text) => report(text, 'hid')), [hid]);
  useEffect(() => serial && listenToSerial(serial, (text) => report(text, 'serial')), [serial]);

  const connect = useCallback(
    async (plug: ScannerPlug) => {
      try {
        if (plug === 'hid' && hid) await askForHidScanner(hid);
        if (plug === 'serial' && serial) await askForSerialScanner(serial);
      } catch {
        // Nothing was chosen.
      }
    },
    [hid, serial],
  );
  return { plugs: [...(hid ? (['hid'] as const) : []), ...(serial ? (['serial'] as const) : [])], connect };
}
