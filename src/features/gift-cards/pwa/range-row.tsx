import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { RangeView } from '../contract/activation.ts';
import { isSetAside } from './set-aside.ts';
import { useNames } from './use-names.ts';

interface RangeRowProps {
  readonly range: RangeView;
  /** Sends the range again; null while that is not possible. */
  readonly onAgain: (() => void) | null;
  /** Null for users who may not deactivate. */
  readonly onDeactivate: (() => void) | null;
}

/** One range with its result, the reason, and the possible actions. */
export function RangeRow({ range, onAgain, onDeactivate }: RangeRowProps) {
  const activate = usePageMessages('gift-cards');
  const { dateTime } = useFormat();
  const { span } = useNames();
  const { state, count, changedAt, activationId, canDeactivate } = range;
  const tone = RANGE_STATES[state].tone;
  const name = span(range);
  const mayRepeat = RANGE_STATES[state].resumes === 'when-named';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 py-3 break-inside-avoid print:py-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-28 font-medium wrap-anywhere tabular-nums">{name}</span>
        <span className="text-neutral-9 tabular-nums">{activate.cards(count)}</span>
        {tone === null ? (
          <span className="px-2.5 text-label text-neutral-9">{activate.range[state]}</span>
        ) : (
          <Chip tone={tone}>{isSetAside(range) ? activate.setAsideState : activate.range[state]}</Chip>
        )}
      </div>
      {state !== 'waiting' && (
        <p className="text-label wrap-anywhere text-neutral-9 tabular-nums">
          <time dateTime={changedAt}>{dateTime(changedAt)}</time>
          {state === 'done' && ` · ${activationId === null ? activate.noIssuerId : activate.issuerId(activationId)}`}
        </p>
      )}
      <RangeReason range={range} />
      {((mayRepeat && onAgain !== null) || (canDeactivate && onDeactivate !== null)) && (
        <div className="screen-only flex flex-wrap gap-2">
          {mayRepeat && onAgain !== null && (
            <Button aria-label={activate.again(name)} onClick={onAgain}>
              {activate.againShort}
            </Button>
          )}
          {canDeactivate && onDeactivate !== null && (
            <Button variant="quiet" aria-label={activate.deactivateOf(name)} onClick={onDeactivate}>
              {activate.deactivate}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Details of a state: what to do, the issuer's message, who requested the deactivation. */
function RangeReason({ range }: { readonly range: RangeView }) {
  const { state, refusal, deactivation, decision } = range;
  const activate = usePageMessages('gift-cards');
  const { dateTime } = useFormat();
  const names = useNames();
  const isAside = isSetAside(range);
  const kind = state === 'unknown' && refusal !== null ? 'unknown_refused' : state;
  const more =
    !isAside && kind in activate.rangeMore ? activate.rangeMore[kind as keyof typeof activate.rangeMore] : null;
  return (
    <>
      {more !== null && <p>{more}</p>}
      {refusal !== null && <p>{activate.issuerMessage(names.refusal(refusal))}</p>}
      {deactivation !== null && (
        <p>
          {activate.deactivationBy(deactivation.person, dateTime(deactivation.at), deactivation.reason)}
          {state === 'done' && ` ${activate.deactivationRefused}`}
          {deactivation.refusal !== null && ` ${activate.issuerMessage(names.refusal(deactivation.refusal))}`}
        </p>
      )}
      {decision !== null && <p>{activate.decisionBy(decision.person, dateTime(decision.at), decision.reason)}</p>}
    </>
  );
}
