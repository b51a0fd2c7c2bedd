import { type ComponentProps, useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { IssuedVoucherView, IssueView, VoucherNow } from '../contract/issue.ts';
import { useStates } from './queries.ts';
import { SendDialog } from './send-dialog.tsx';
import { ShowDialog } from './show-dialog.tsx';
import { VoucherRow } from './voucher-row.tsx';

/** Vouchers per page: the number of states that one request to the issuer returns. */
const PAGE = LIMITS.voucherIdsMax;

/** The masked vouchers of a sale, in pages; each can be revealed. */
export function VoucherList({
  issue: { id, vouchers, takenBack },
  isManager,
}: {
  readonly issue: IssueView;
  readonly isManager: boolean;
}) {
  const sell = usePageMessages('selling');
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<{ readonly channel: 'send' | 'show'; readonly position: number } | null>(null);
  const pages = Math.ceil(vouchers.length / PAGE);
  const first = Math.min(page, Math.max(0, pages - 1)) * PAGE;
  const onPage = vouchers.slice(first, first + PAGE);
  const range = sell.range(String(first + 1), String(first + onPage.length), String(vouchers.length));
  return (
    <section aria-labelledby="vouchers" className="screen-only grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="vouchers" className="text-section font-semibold">
          {sell.listTitle} <span className="font-normal text-neutral-9 tabular-nums">{range}</span>
        </h2>
        {pages > 1 && (
          <div className="flex gap-2">
            <Button disabled={first === 0} onClick={() => setPage(first / PAGE - 1)}>
              {sell.earlier}
            </Button>
            <Button disabled={first / PAGE >= pages - 1} onClick={() => setPage(first / PAGE + 1)}>
              {sell.later}
            </Button>
          </div>
        )}
      </header>
      <PageOfVouchers
        key={first}
        id={id}
        first={first}
        vouchers={onPage}
        isManager={isManager}
        onRelease={takenBack === null ? (channel, position) => setOpen({ channel, position }) : null}
      />
      {open !== null && (
        <ReleaseDialog
          {...open}
          issueId={id}
          isAgain={vouchers[open.position]?.released != null}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

interface PageProps {
  readonly id: string;
  readonly first: number;
  readonly vouchers: readonly IssuedVoucherView[];
  readonly isManager: boolean;
  /** Null if none may be released any more. */
  readonly onRelease: ((channel: 'send' | 'show', position: number) => void) | null;
}

function ReleaseDialog({
  channel,
  ...props
}: ComponentProps<typeof SendDialog> & { readonly channel: 'send' | 'show' }) {
  return channel === 'send' ? <SendDialog {...props} /> : <ShowDialog {...props} />;
}

function PageOfVouchers({ id, first, vouchers, isManager, onRelease }: PageProps) {
  const sell = usePageMessages('selling');
  const { time } = useFormat();
  const states = useStates(id);
  const now = new Map<number, VoucherNow>(states.data?.states.map((state) => [state.position, state]));
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={states.isPending} onClick={() => states.mutate(first)}>
          {sell.ask}
        </Button>
        {states.data && <p role="status">{sell.asked(time(new Date(states.submittedAt).toISOString()))}</p>}
        <FailureNotice failure={failureOrNull(states.error)} />
      </div>
      <ul className="card divide-y divide-neutral-4">
        {vouchers.map((voucher, index) => (
          <VoucherRow
            key={first + index}
            voucher={voucher}
            position={first + index}
            now={now.get(first + index)}
            onRelease={
              onRelease !== null && (voucher.released === null || isManager)
                ? (channel) => onRelease(channel, first + index)
                : null
            }
          />
        ))}
      </ul>
    </>
  );
}
