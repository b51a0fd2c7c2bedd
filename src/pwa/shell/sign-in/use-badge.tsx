import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { badgeIn } from '../../../contract/access/badge.ts';
import type { Person } from '../../../contract/access/people.ts';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { failureOrNull } from '../../api/failure.ts';
import { call } from '../../api/live.ts';
import { useScans } from '../../scan/use-scans.ts';
import { Notice } from '../../ui/notice.tsx';
import { useInitialMessages } from '../../words/words.tsx';
import { FailureNotice } from '../failure-notice.tsx';

interface BadgeReader {
  /** The message about the last scan if it was not a known badge. */
  readonly status: ReactNode;
  readonly scan: (scan: ScanEvent) => void;
  readonly forget: () => void;
}

/** Handles scans on the lock screen: a badge selects its person. Other codes are ignored. */
export function useBadge(onPerson: (person: Person) => void): BadgeReader {
  const { unlock } = useInitialMessages();
  const [isOther, setOther] = useState(false);
  const read = useMutation({
    mutationFn: (code: string) => call('readBadge', { body: { code } }),
    onSuccess: onPerson,
  });
  const scan = ({ text }: ScanEvent) => {
    const code = badgeIn(text);
    setOther(code === null);
    read.reset();
    if (code !== null) read.mutate(code);
  };
  useScans(scan, { enabled: true });
  const failure = failureOrNull(read.error);
  const status =
    failure !== null ? (
      <FailureNotice failure={failure} />
    ) : isOther ? (
      <Notice tone="attention">{unlock.notBadge}</Notice>
    ) : null;
  return {
    status: status,
    scan,
    forget() {
      setOther(false);
      read.reset();
    },
  };
}
