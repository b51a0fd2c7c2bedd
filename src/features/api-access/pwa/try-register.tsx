import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { registersQuery, useSetRegisters } from './use-registers.ts';

/** Shows content that needs a listed register, once a manager has listed this page as one. */
export function RequireListedRegister({ children }: { readonly children: ReactNode }) {
  const { tryIt: messages } = usePageMessages('api-access');
  const registers = useQuery(registersQuery);
  const { add } = useSetRegisters();
  const { origin } = location;
  return (
    <Loaded query={registers}>
      {(listed) =>
        listed.some((register) => register.origin === origin) ? (
          children
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 wrap-anywhere">
            <p>{messages.notListed(origin)}</p>
            <FailureNotice failure={failureOrNull(add.error)} />
            <Button disabled={add.isPending} onClick={() => add.mutate({ origin, name: messages.title })}>
              {messages.list}
            </Button>
          </div>
        )
      }
    </Loaded>
  );
}
