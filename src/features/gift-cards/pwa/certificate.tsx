import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cardsIn } from '../../../contract/redemption/activation-request.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { PrintHead } from '../../../pwa/shell/layout/print-document.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { type ActivationView, areActive, isActivationOpen, presentRanges } from '../contract/activation.ts';
import { createActivateOutbox } from './outbox.ts';
import { RangeRow } from './range-row.tsx';
import { inRangeOrder } from './set-aside.ts';
import { useNames } from './use-names.ts';

interface CertificateProps {
  readonly activation: ActivationView;
  /** Increases when a sample was stored, to reload them. */
  readonly samples: number;
  readonly onAgain: (position: number) => void;
  /** Null for users who may not deactivate. */
  readonly onDeactivate: ((position: number) => void) | null;
  readonly isBusy: boolean;
}

/**
 * The activated cards, the person and time, the issuer's numbers, and everything unfinished;
 * suitable for printing and signing.
 */
export function Certificate({ activation, samples, onAgain, onDeactivate, isBusy }: CertificateProps) {
  const activate = usePageMessages('gift-cards');
  const { practice } = useShop();
  const isOpen = isActivationOpen(activation.state);
  return (
    <article
      aria-label={activate.certificate}
      data-paper="certificate"
      className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6 print:border-0 print:p-0 print:text-[11pt]"
    >
      <PrintHead className="hidden print:block" />
      <h2 className="text-section font-semibold print:text-title">{activate.certificate}</h2>
      {practice && <p className="font-semibold">{activate.practice}</p>}
      <Facts activation={activation} />
      <IncompleteNotice activation={activation} />
      <ol className="grid grid-cols-[minmax(0,1fr)] divide-y divide-neutral-4 border-t border-neutral-4">
        {inRangeOrder(activation.ranges).map(([position, range]) => (
          <RangeRow
            key={position}
            range={range}
            onAgain={isOpen || isBusy ? null : () => onAgain(position)}
            onDeactivate={onDeactivate && (() => onDeactivate(position))}
          />
        ))}
      </ol>
      <Samples activationId={activation.id} version={samples} />
    </article>
  );
}

function Facts({ activation }: { readonly activation: ActivationView }) {
  const activate = usePageMessages('gift-cards');
  const { common, receipt } = useMessages();
  const { dateTime } = useFormat();
  const { id, person, device, createdAt, changedAt, state } = activation;
  const ranges = presentRanges(activation.ranges);
  const done = ranges.filter(areActive);
  const at = (iso: string) => <time dateTime={iso}>{dateTime(iso)}</time>;
  const rows: [label: string, value: ReactNode][] = [
    [activate.state, activate.states[state]],
    [activate.numbers, activate.progress(cardsIn(done), cardsIn(ranges))],
    [activate.who, receipt.by(person, device)],
    [activate.begun, at(createdAt)],
    [activate.ended, at(changedAt)],
    [common.reference, id],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-neutral-9">{label}</dt>
          <dd className="break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shown before the list, so that an incomplete certificate is not mistaken for a complete one. */
function IncompleteNotice({ activation }: { readonly activation: ActivationView }) {
  const activate = usePageMessages('gift-cards');
  const { list } = useNames();
  const { labelled } = useMessages();
  const ranges = presentRanges(activation.ranges);
  const open = ranges.filter(({ state }) => state !== 'waiting' && RANGE_STATES[state].outcome === 'unknown');
  const deactivated = ranges.filter(({ state }) => state === 'deactivated');
  const left = ranges.filter((range) => !areActive(range) && range.state !== 'deactivated' && !open.includes(range));
  if (left.length + open.length + deactivated.length === 0) return <p>{activate.allDone}</p>;
  return (
    <div className="font-medium">
      {open.length > 0 && <p>{labelled(activate.notKnown, list(open))}</p>}
      {deactivated.length > 0 && <p>{labelled(activate.takenBack, list(deactivated))}</p>}
      {left.length > 0 && <p>{labelled(activate.notDone, list(left))}</p>}
    </div>
  );
}

function Samples({ activationId, version }: { readonly activationId: string; readonly version: number }) {
  const activate = usePageMessages('gift-cards');
  const { check } = useMessages();
  const { dateTime } = useFormat();
  const { data } = useQuery({
    queryKey: ['samples', activationId, version],
    queryFn: () => createActivateOutbox().samples(activationId),
    networkMode: 'always',
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <section className="break-inside-avoid">
      <h3 className="font-medium">{activate.samples}</h3>
      <ul>
        {data.map(({ last4, status, at, when }) => (
          <li key={`${last4} ${at}`} className="tabular-nums">
            {activate.sample(last4, check.statuses[status], `${activate.when[when]}, ${dateTime(at)}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
