import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useMessages } from '../../words/words.tsx';
import { isLoopbackHost } from './loopback-host.ts';

interface DeviceLinkProps {
  readonly address: string;
  /** A label for screen readers. */
  readonly label: string;
}

/** An address as a QR code for another device, with a note if no other device can open it. */
export function DeviceLink({ address, label }: DeviceLinkProps) {
  const { common } = useMessages();
  const { origin, hostname } = new URL(address);
  return (
    <>
      <QrCode text={address} label={label} className="w-52 rounded-button" />
      {isLoopbackHost(hostname) && <Notice tone="attention">{common.opensHereOnly(origin)}</Notice>}
    </>
  );
}
