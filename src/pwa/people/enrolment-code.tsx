import encodeQR from 'qr';
import { failureOrNull } from '../api/failure.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useWords } from '../words/words.tsx';
import { useEnrolmentCode } from './use-people.ts';

/** A one-time code for another device, and the address to open there. */
export function EnrolmentCode() {
  const { people } = useWords();
  const { time } = useFormat();
  const make = useEnrolmentCode();
  return (
    <div className="grid gap-3 border-t border-neutral-4 pt-4">
      <FailureNotice failure={failureOrNull(make.error)} />
      {make.isSuccess && (
        <div className="grid justify-items-center gap-2 text-center">
          <p>{people.codeLead}</p>
          <p className="text-title font-semibold tracking-widest break-all tabular-nums">{make.data.code}</p>
          <p className="text-label text-neutral-9">{people.codeExpires(time(make.data.expiresAt))}</p>
          <AddressQr label={people.codeQr} />
          <p className="text-label break-all">{location.origin}</p>
        </div>
      )}
      <Button disabled={make.isPending} onClick={() => make.mutate()}>
        {people.newDevice}
      </Button>
    </div>
  );
}

/** The code itself is typed: an address that held it would stay in a browser's history. */
function AddressQr({ label }: { readonly label: string }) {
  const bits = encodeQR(location.origin, 'raw', { ecc: 'medium', border: 4 });
  const path = bits.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bits.length} ${bits.length}`}
      className="w-44 rounded-button bg-[white]"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
