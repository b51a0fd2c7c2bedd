import { Usb } from 'lucide-react';
import { useState } from 'react';
import { BAUD_RATES, namesOf, type PrinterPort } from '../scan/printer-port.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { usePageWords } from '../words/page-words.ts';
import { serialOf } from './serial-here.ts';

/** What is known of a port that was chosen. */
export type ChosenPort = Pick<PrinterPort, 'vendor' | 'product'>;

interface PortFieldsProps {
  readonly port: ChosenPort | null;
  readonly baudRate: number;
  readonly onPort: (port: ChosenPort) => void;
}

/** At which port of this device a printer hangs, and how fast it is set. */
export function PortFields({ port, baudRate, onPort }: PortFieldsProps) {
  const words = usePageWords('printing');
  const [isNone, setNone] = useState(false);
  const choose = async () => {
    try {
      const chosen = await serialOf(navigator)?.requestPort();
      if (chosen) onPort(namesOf(chosen));
      setNone(false);
    } catch {
      // The person chose none, or the browser has none to offer.
      setNone(true);
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-label text-neutral-9">{words.portLead}</p>
      <Button className="justify-self-start" onClick={() => void choose()}>
        <Usb aria-hidden strokeWidth={1.75} size={20} />
        {words.choosePort}
      </Button>
      {isNone && <Notice tone="attention">{words.noPort}</Notice>}
      {port !== null && !isNone && <Notice tone="done">{words.portChosen(hexOf(port))}</Notice>}
      <Select label={words.baudRate} name="baudRate" defaultValue={baudRate}>
        {BAUD_RATES.map((rate) => (
          <option key={rate} value={rate}>
            {rate}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** As the browser's own list and a printer's manual write it; empty for a port of which nothing is told. */
function hexOf({ vendor, product }: ChosenPort): string {
  const hex = (number: number | null) => (number ?? 0).toString(16).padStart(4, '0');
  return vendor === null ? '' : `${hex(vendor)}:${hex(product)}`;
}
