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
import { usePageWords } from '../../../pwa/words/page-words.ts';
import type { Printout, PrintoutState } from '../contract/printing.ts';
import { printoutsQuery, usePrintoutMutation } from './queries.ts';

const SHOWN = 20;
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
export function LatestPapers() {
  const words = usePageWords('printing');
  const printouts = useQuery(printoutsQuery);
  const cancel = usePrintoutMutation((id: string) => call('cancelPrintout', { params: { id } }));
  return (
    <>
      <h2 className="text-section font-semibold">{words.queue}</h2>
      <FailureNotice failure={failureOrNull(cancel.error)} />
      <Loaded query={printouts}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-neutral-9">{words.queueEmpty}</p>
          ) : (
            <ul className="divide-y divide-neutral-4 border-t border-neutral-4">
              {all.slice(0, SHOWN).map((printout) => (
                <PaperRow key={printout.id} printout={printout}>
                  {printout.state === 'queued' && (
                    <Button
                      look="quiet"
                      aria-label={words.cancelOf(words.kinds[printout.what])}
                      disabled={cancel.isPending}
                      onClick={() => cancel.mutate(printout.id)}
                    >
                      {words.cancel}
                    </Button>
                  )}
                </PaperRow>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function PaperRow({ printout, children }: { readonly printout: Printout; readonly children: React.ReactNode }) {
  const words = usePageWords('printing');
  const { moment } = useFormat();
  const now = useNow(60_000);
  const { what, state, copyOf, printer, createdAt, person, device } = printout;
  return (
    <li className="flex min-h-16 items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{words.kinds[what]}</span>
          <Chip tone={TONES[state]}>{words.printoutStates[state]}</Chip>
          {copyOf !== null && <span className="text-label text-neutral-9">{words.copy}</span>}
        </span>
        <span className="block text-label wrap-anywhere text-neutral-9">
          {printer} · {words.madeBy(moment(createdAt, now), person, device)}
        </span>
      </span>
      {children}
    </li>
  );
}
