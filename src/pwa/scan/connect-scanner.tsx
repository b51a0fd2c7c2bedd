import { Usb } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { useWords } from '../words/words.tsx';
import type { ScanEvent } from './scan-event.ts';
import { useDeviceScanners } from './use-device-scanners.ts';

/** Connects hand scanners that are not keyboards, where the browser can; shows nothing where it cannot. */
export function ConnectScanner({ onScan }: { readonly onScan: (scan: ScanEvent) => void }) {
  const { connect: words } = useWords().scan;
  const { plugs, connect } = useDeviceScanners(onScan);
  if (plugs.length === 0) return null;
  return (
    <details>
      <summary className="inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-button px-3 font-medium text-neutral-11">
        <Usb aria-hidden strokeWidth={1.75} size={20} />
        {words.title}
      </summary>
      <p className="max-w-prose px-3 text-label text-neutral-10">{words.lead}</p>
      <div className="flex flex-wrap gap-2 p-2">
        {plugs.map((plug) => (
          <Button key={plug} look="quiet" onClick={() => void connect(plug)}>
            {words[plug]}
          </Button>
        ))}
      </div>
    </details>
  );
}
