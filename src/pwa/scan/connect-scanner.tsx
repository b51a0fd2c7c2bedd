import { Usb } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { type Hid, listenToHid, requestHidScanner } from '../../reader/hid-scanner.ts';
import type { ScanEvent } from '../../reader/scan-event.ts';
import { readScannerSetting, readScanText } from '../../reader/scanner-setting.ts';
import { listenToSerial, requestSerialScanner, type Serial } from '../../reader/serial-scanner.ts';
import { Button } from '../ui/button.tsx';
import { useMessages } from '../words/words.tsx';

/** Connects hand scanners that are not keyboards; hidden if the browser cannot do that. */
export function ConnectScanner({ onScan }: { readonly onScan: (scan: ScanEvent) => void }) {
  const { connect: messages } = useMessages().scan;
  const { plugs, connect } = useDeviceScanners(onScan);
  if (plugs.length === 0) return null;
  return (
    <details>
      <summary className="inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-button font-medium text-neutral-11">
        <Usb aria-hidden strokeWidth={1.75} size={20} />
        {messages.title}
      </summary>
      <p className="max-w-prose text-label text-neutral-10">{messages.lead}</p>
      <div className="-ml-3 flex flex-wrap gap-2 py-2">
        {plugs.map((plug) => (
          <Button key={plug} variant="quiet" onClick={() => void connect(plug)}>
            {messages[plug]}
          </Button>
        ))}
      </div>
    </details>
  );
}

/** An interface of this browser for scanners that are not keyboards. */
type ScannerPlug = 'hid' | 'serial';

interface DeviceScanners {
  readonly plugs: readonly ScannerPlug[];
  /** Opens the browser's dialog; needs a user gesture. Cancelling it is not an error. */
  readonly connect: (plug: ScannerPlug) => Promise<void>;
}

/**
 * Listens to scanners that are connected as devices instead of keyboards. Each report is one whole
 * scan, so no detection is needed.
 */
function useDeviceScanners(onScan: (scan: ScanEvent) => void): DeviceScanners {
  const { hid, serial } = navigator as { readonly hid?: Hid; readonly serial?: Serial };
  const report = useEffectEvent((raw: string, source: ScannerPlug) => {
    onScan({ text: readScanText(raw, readScannerSetting(localStorage)), source, at: Date.now(), raw });
  });

  useEffect(() => hid && listenToHid(hid, (text) => report(text, 'hid')), [hid]);
  useEffect(() => serial && listenToSerial(serial, (text) => report(text, 'serial')), [serial]);

  const connect = useCallback(
    async (plug: ScannerPlug) => {
      try {
        if (plug === 'hid' && hid) await requestHidScanner(hid);
        if (plug === 'serial' && serial) await requestSerialScanner(serial);
      } catch {
        // The dialog was cancelled.
      }
    },
    [hid, serial],
  );
  return { plugs: [...(hid ? (['hid'] as const) : []), ...(serial ? (['serial'] as const) : [])], connect };
}
