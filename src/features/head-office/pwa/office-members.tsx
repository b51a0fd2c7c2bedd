import { useQuery } from '@tanstack/react-query';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { officeMembersQuery, useMakeOfficeCode } from './use-passkeys.ts';

/** The people of head office. Any other of them can get a code for new passkeys. */
export function OfficeMembers() {
  const messages = usePageMessages('head-office');
  const members = useQuery(officeMembersQuery);
  const make = useMakeOfficeCode();
  const { dateTime } = useFormat();
  return (
    <>
      <h2 className="text-section font-semibold">{messages.members}</h2>
      <p className="text-neutral-9">{messages.membersLead}</p>
      <FailureNotice failure={failureOrNull(make.error)} />
      {make.isSuccess && (
        <div role="status" className="grid justify-items-center gap-2 rounded-button bg-neutral-3 p-3 text-center">
          <p className="font-medium wrap-anywhere">{messages.codeOf(make.data.name)}</p>
          <p className="text-title font-semibold tracking-widest break-all tabular-nums">{make.data.code}</p>
          <p className="text-label text-neutral-9">{messages.codeLead(dateTime(make.data.expiresAt))}</p>
        </div>
      )}
      <Loaded query={members}>
        {(all) => (
          <ul aria-label={messages.members} className="divide-y divide-neutral-4 border-y border-neutral-4">
            {all.map(({ id, name, passkeys, current }) => (
              <li key={id} className="flex min-h-16 items-center justify-between gap-3 py-2">
                <span className="grid min-w-0 gap-1">
                  <span translate="no" className="font-medium wrap-anywhere">
                    {name}
                  </span>
                  <span className="text-label text-neutral-9">{messages.count(passkeys)}</span>
                </span>
                {current ? (
                  <Chip tone="done">{messages.you}</Chip>
                ) : (
                  <Button
                    aria-label={messages.newCodeOf(name)}
                    disabled={make.isPending}
                    onClick={() => make.mutate({ id, name })}
                  >
                    {messages.newCode}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}
