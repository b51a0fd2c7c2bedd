import { ISSUE_STATES } from '../../../contract/redemption/states.ts';
import type { Refusal } from '../../../contract/voucher/refusal.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Technical } from '../../../pwa/ui/technical.tsx';
import { TONES } from '../../../pwa/ui/tone.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { type IssueView, isIssueOpen } from '../contract/issue.ts';
import { canResume, canStop } from './order.ts';
import { useIssueAction } from './queries.ts';

/** The issuer's error code for insufficient stock. */
const OVER_STOCK = '400-0C6';

/** The progress of a sale, the reason for a stop, and the possible actions. */
export function IssueProgress({ issue }: { readonly issue: IssueView }) {
  const sell = usePageMessages('selling');
  const { state, stopReason, refusal, issued } = issue;
  if (state === 'done')
    return (
      <section aria-labelledby="standing" className="screen-only">
        <div role="status" className={`rounded-button px-3 py-2 ${TONES.done.tint} ${TONES.done.ink}`}>
          <h2 id="standing" className="text-section font-semibold tabular-nums">
            {sell.issued(issued)}
          </h2>
        </div>
      </section>
    );
  return (
    <section aria-labelledby="standing" className="screen-only card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6">
      <Progress issue={issue} />
      {state === 'running' ? (
        <p role="status">{sell.standings.running}</p>
      ) : (
        <Notice tone={ISSUE_STATES[state].tone}>
          {stopReason === null ? sell.standings[state] : sell.stops[stopReason]}
        </Notice>
      )}
      {refusal !== null && <RefusalReasonText refusal={refusal} />}
      <IssueActions issue={issue} />
    </section>
  );
}

function Progress({ issue: { state, issued, quantity } }: { readonly issue: IssueView }) {
  const sell = usePageMessages('selling');
  const progress = sell.progress(String(issued), String(quantity));
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="standing" className="text-section font-semibold tabular-nums">
          {progress}
        </h2>
        <Chip tone={ISSUE_STATES[state].tone}>{sell.states[state]}</Chip>
      </div>
      <div
        role="progressbar"
        aria-labelledby="standing"
        aria-valuemin={0}
        aria-valuemax={quantity}
        aria-valuenow={issued}
        className="h-3 overflow-hidden rounded-full bg-neutral-4 forced-colors:border"
      >
        <div
          className={`h-full rounded-full transition-[width] duration-200 forced-colors:bg-current ${barColour(state)}`}
          style={{ width: `${(100 * issued) / quantity}%` }}
        />
      </div>
    </div>
  );
}

function barColour(state: IssueView['state']): string {
  if (isIssueOpen(state)) return 'bg-accent';
  return state === 'done' ? 'bg-done' : 'bg-neutral-9';
}

function RefusalReasonText({ refusal: { issuerCode, issuerText } }: { readonly refusal: Refusal }) {
  const sell = usePageMessages('selling');
  return (
    <div className="text-neutral-10">
      {issuerCode === OVER_STOCK && <p>{sell.overStock}</p>}
      {issuerText !== null && issuerCode !== OVER_STOCK && (
        <p>
          <Technical>{issuerText}</Technical>
        </p>
      )}
      {issuerCode !== null && <p className="text-label text-neutral-9">{sell.refusalCode(issuerCode)}</p>}
    </div>
  );
}

function IssueActions({ issue }: { readonly issue: IssueView }) {
  const sell = usePageMessages('selling');
  const stop = useIssueAction(issue.id, 'stopIssue');
  const resume = useIssueAction(issue.id, 'resumeIssue');
  if (!canStop(issue) && !canResume(issue)) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 wrap-anywhere">
      <FailureNotice failure={failureOrNull(stop.error ?? resume.error)} />
      {canStop(issue) && (
        <Button disabled={stop.isPending} onClick={() => stop.mutate()}>
          {sell.stop}
        </Button>
      )}
      {canResume(issue) && (
        <Button
          variant="main"
          className="max-tablet:w-full"
          disabled={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {sell.resume(issue.remainder)}
        </Button>
      )}
    </div>
  );
}
