import { useMemo, useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { IssuedVoucher, IssuedVoucherView, IssueView, VoucherNow } from '../contract/issue.ts';
import { useStates } from './queries.ts';
import { SendDialog } from './send-dialog.tsx';
import { useDrawn } from './use-drawn.ts';
import { VoucherPrintout } from './voucher-printout.tsx';
import { VoucherRow } from './voucher-row.tsx';

/** Vouchers per page: the number of states that one request to the issuer returns. */
const PAGE = LIMITS.voucherIdsMax;

/** The masked vouchers of a sale, in pages; each can be revealed. */
export function VoucherList({
  issue: { id, vouchers, printed, takenBack },
  isManager,
}: {
  readonly issue: IssueView;
  readonly isManager: boolean;
}) {
  const sell = usePageMessages('selling');
  const [page, setPage] = useState(0);
  const [revealed, setRevealed] = useState<number | null>(null);
  const [sending, setSending] = useState<{ readonly position: number; readonly isAgain: boolean } | null>(null);
  const send = (position: number) => setSending({ position, isAgain: vouchers[position]?.code == null });
  const pages = Math.ceil(vouchers.length / PAGE);
  const first = Math.min(page, Math.max(0, pages - 1)) * PAGE;
  const onPage = vouchers.slice(first, first + PAGE);
  const voucher = revealed === null ? undefined : vouchers[revealed];
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
        printed={printed}
        isManager={isManager}
        onShow={setRevealed}
        onSend={takenBack === null ? send : null}
      />
      {revealed !== null && voucher?.code != null && (
        <ShowVoucher
          voucher={{ ...voucher, code: voucher.code }}
          position={revealed}
          onClose={() => setRevealed(null)}
        />
      )}
      {sending !== null && <SendDialog issueId={id} {...sending} onClose={() => setSending(null)} />}
    </section>
  );
}

interface PageProps {
  readonly id: string;
  readonly first: number;
  readonly vouchers: readonly IssuedVoucherView[];
  /** How many of the sale, from its first, were printed. */
  readonly printed: number;
  readonly isManager: boolean;
  readonly onShow: (position: number) => void;
  /** Null if none may be sent any more. */
  readonly onSend: ((position: number) => void) | null;
}

function PageOfVouchers({ id, first, vouchers, printed, isManager, onShow, onSend }: PageProps) {
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
            wasPrinted={first + index < printed}
            now={now.get(first + index)}
            onShow={() => onShow(first + index)}
            onSend={onSend !== null && maySend(voucher, isManager) ? () => onSend(first + index) : null}
          />
        ))}
      </ul>
    </>
  );
}

/**
 * The seller may send a voucher that has a link and was not handed out yet. Later, only a manager
 * may.
 */
function maySend({ code, url, shortUrl }: IssuedVoucherView, isManager: boolean): boolean {
  return code === null ? isManager : (shortUrl ?? url) !== null;
}

type Showable = Omit<IssuedVoucher, 'voucherId'>;

/** One voucher with everything that its holder needs, while the dialog is open. */
function ShowVoucher({
  voucher,
  position,
  onClose,
}: {
  readonly voucher: Showable;
  readonly position: number;
  readonly onClose: () => void;
}) {
  const sell = usePageMessages('selling');
  const { drawn } = useDrawn(useMemo(() => [voucher], [voucher]));
  return (
    <Dialog title={sell.number(String(position + 1))} onClose={onClose}>
      <div className="grid gap-4">
        <Notice tone="attention">{sell.secret}</Notice>
        {drawn.map(({ codes }) => (
          <VoucherPrintout key={position} voucher={voucher} codes={codes} layout="screen" />
        ))}
      </div>
    </Dialog>
  );
}
