import { useMemo, useState } from 'react';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ReleasedVoucher } from '../contract/issue.ts';
import { useShowVoucher } from './queries.ts';
import { ReleaseForm } from './release-form.tsx';
import { useDrawn } from './use-drawn.ts';
import { VoucherPrintout } from './voucher-printout.tsx';

interface ShowDialogProps {
  readonly issueId: string;
  /** Position of the voucher in its issue, from 0. */
  readonly position: number;
  /** True if the voucher was released before, so that a reason is required. */
  readonly isAgain: boolean;
  readonly onClose: () => void;
}

/** Records that a voucher is shown, and then shows it with everything that its holder needs. */
export function ShowDialog({ issueId, position, isAgain, onClose }: ShowDialogProps) {
  const sell = usePageMessages('selling');
  const { mutate, data, error, isPending, variables } = useShowVoucher(issueId);
  /* One id for all attempts, so that a lost answer does not count as a release. */
  const [showing] = useState(() => crypto.randomUUID());
  return (
    <Dialog title={sell.number(String(position + 1))} onClose={onClose}>
      {data === undefined ? (
        <ReleaseForm
          issueId={issueId}
          isAgain={isAgain}
          lead={isAgain ? sell.shownBefore : sell.showOnce}
          button={sell.show}
          error={error}
          isPending={isPending}
          requested={variables}
          onRelease={(reason) => mutate({ showing, position, ...reason })}
        />
      ) : (
        <Shown voucher={data} />
      )}
    </Dialog>
  );
}

function Shown({ voucher }: { readonly voucher: ReleasedVoucher }) {
  const sell = usePageMessages('selling');
  const { drawn } = useDrawn(useMemo(() => [voucher], [voucher]));
  return (
    <div className="grid gap-4">
      <Notice tone="attention">{sell.secret}</Notice>
      {drawn.map(({ codes }) => (
        <VoucherPrintout key={voucher.position} voucher={voucher} codes={codes} layout="screen" />
      ))}
    </div>
  );
}
