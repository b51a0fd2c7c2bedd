import { QrCode } from '../../ui/code-picture.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../words/words.tsx';
import { opensHereOnly } from './opens-here-only.ts';

interface DeviceLinkProps {
  /** The whole address. */
  readonly address: string;
  /** What it is, for those who don't see it. */
  readonly label: string;
}

/**
 * An address for another device to scan.
 *
 * Where no other device can open it, that is said beside it.
 */
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
