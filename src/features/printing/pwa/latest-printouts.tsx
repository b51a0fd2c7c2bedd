import { useQuery } from '@tanstack/react-query';
import type { Tone } from '../../../contract/redemption/states.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Printout, PrintoutState } from '../contract/printing.ts';
import { PRINTOUTS_MAX } from './limits.ts';
import { printoutsQuery, usePrintoutMutation } from './queries.ts';

const TONES: Readonly<Record<PrintoutState, Tone>> = {
  queued: 'attention',
  sending: 'attention',
  printed: 'done',
  unsure: 'unknown',
  failed: 'refused',
  cancelled: 'refused',
  repeated: 'done',
};

/** The shop's latest and waiting print jobs; those not sent yet can be cancelled. */
export function LatestPrintouts() {
  const messages = usePageMessages('printing');
  const printouts = useQuery(printoutsQuery);
  const cancel = usePrintoutMutation((id: string) => call('cancelPrintout', { params: { id } }));
  return (
    <>
      <h2 className="text-section font-semibold">{messages.queue}</h2>
      <FailureNotice failure={failureOrNull(cancel.error)} />
      <Loaded query={printouts}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-neutral-9">{messages.queueEmpty}</p>
          ) : (
            <ul className="divide-y divide-neutral-4 border-t border-neutral-4">
              {all.slice(0, PRINTOUTS_MAX).map((printout) => (
                <PrintoutRow key={printout.id} printout={printout}>
                  {printout.state === 'queued' && (
                    <Button
                      variant="quiet"
                      aria-label={messages.cancelOf(messages.kinds[printout.what])}
                      disabled={cancel.isPending}
                      onClick={() => cancel.mutate(printout.id)}
                    >
                      {messages.cancel}
                    </Button>
                  )}
                </PrintoutRow>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function PrintoutRow({ printout, children }: { readonly printout: Printout; readonly children: React.ReactNode }) {
  const messages = usePageMessages('printing');
  const { moment } = useFormat();
  const now = useNow(60_000);
  const { receipt } = useMessages();
  const { what, state, copyOf, printer, createdAt, person, device } = printout;
  return (
    <li className="flex min-h-16 items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{messages.kinds[what]}</span>
          <Chip tone={TONES[state]}>{messages.printoutStates[state]}</Chip>
          {copyOf !== null && <span className="text-label text-neutral-9">{receipt.copyMark}</span>}
        </span>
        <span className="block text-label wrap-anywhere text-neutral-9">
          {printer} · {messages.madeBy(moment(createdAt, now), person, device)}
        </span>
      </span>
      {children}
    </li>
  );
}
