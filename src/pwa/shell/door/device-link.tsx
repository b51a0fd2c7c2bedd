import { QrCode } from '../../ui/code-picture.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../words/words.tsx';
import { opensHereOnly } from './opens-here-only.ts';

interface DeviceLinkProps {
  readonly address: string;
  /** A label for screen readers. */
  readonly label: string;
}

/** An address as a QR code for another device, with a note if no other device can open it. */
export function DeviceLink({ address, label }: DeviceLinkProps) {
  const { common } = useWords();
  const { origin, hostname } = new URL(address);
  return (
    <>
      <QrCode text={address} label={label} className="w-52 rounded-button" />
      {opensHereOnly(hostname) && <Notice tone="attention">{common.opensHereOnly(origin)}</Notice>}
    </>
  );
}
