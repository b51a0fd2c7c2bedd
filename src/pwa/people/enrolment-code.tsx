import { failureOrNull } from '../api/failure.ts';
import { addressWithCode } from '../shell/arrival-code.ts';
import { DeviceLink } from '../shell/device-link.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useEnrolmentCode } from './use-people.ts';

/** A one-time code for another device: to be scanned there, or typed. */
export function EnrolmentCode() {
  const people = usePageWords('people');
  const { time } = useFormat();
  const make = useEnrolmentCode();
  return (
    <div className="grid gap-3">
      <FailureNotice failure={failureOrNull(make.error)} />
      {make.isSuccess && (
        <div role="status" className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 text-center">
          <p>{people.codeLead}</p>
          <DeviceLink address={addressWithCode(location.origin, make.data.code)} label={people.codeQr} />
          <p className="text-title font-semibold tracking-widest break-all tabular-nums">{make.data.code}</p>
          <p className="text-label break-all">{location.origin}</p>
          <p className="text-label text-neutral-9">{people.codeExpires(time(make.data.expiresAt))}</p>
        </div>
      )}
      <Button disabled={make.isPending} onClick={() => make.mutate()}>
        {people.newDevice}
      </Button>
    </div>
  );
}
