import { Suspense, useEffect, useRef } from 'react';
import {
  type AttentionAction,
  type AttentionItem,
  isForServer,
  needsPerson,
} from '../../contract/redemption/attention.ts';
import type { SentAgain } from '../shell/feature.ts';
import { slotsOf } from '../shell/slots.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { usePageMessages } from '../words/page-words.ts';
import { CandidateFacts } from './candidate-facts.tsx';
import { CaseSubject, useCaseTitle } from './case-subject.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { resolutionOf } from './resolutions.ts';

const OF_VOUCHERS: ReadonlySet<AttentionItem['subject']> = new Set<AttentionItem['subject']>([
  'tender',
  'refund',
  'capture',
]);

interface CaseProps {
  readonly item: AttentionItem;
  /** Milliseconds since the epoch, for relative times. */
  readonly now: number;
  readonly onAct: (action: AttentionAction) => void;
  readonly onSentAgain: (result: SentAgain) => void;
  /** True if the page's address names this case. */
  readonly isMeant: boolean;
}

/** One case: its subject, the evidence, the issuer's records, and the possible actions. */
export function CaseCard({ item, now, onAct, onSentAgain, isMeant }: CaseProps) {
  const attention = usePageMessages('attention');
  const title = useCaseTitle(item);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isMeant) card.current?.focus();
  }, [isMeant]);
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={title}
      className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] till:grid-rows-[auto_1fr] till:gap-x-8 till:p-6"
    >
      <header className="grid grid-cols-[minmax(0,1fr)] content-start gap-1 wrap-anywhere">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold tabular-nums">{title}</h3>
          <StatusChip item={item} />
        </div>
        <CaseSubject item={item} />
        <CaseOrigin item={item} now={now} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 till:col-start-2 till:row-span-2 till:row-start-1">
        <EvidenceList evidence={item.evidence} now={now} />
        <Candidates item={item} />
      </div>
      <div className="flex min-w-0 flex-wrap content-start gap-2 wrap-anywhere">
        {slotsOf('caseOf').map(({ [item.subject]: Part }, position) =>
          Part ? <Part key={position} item={item} onSentAgain={onSentAgain} /> : null,
        )}
        {item.actions.map((action) => (
          <Button
            key={action}
            variant={item.subject === 'activation' ? 'quiet' : 'plain'}
            className="max-tablet:w-full"
            onClick={() => onAct(action)}
          >
            {attention.ways[resolutionOf(item, action)].label}
          </Button>
        ))}
        {item.kind !== 'setting' && OF_VOUCHERS.has(item.subject) && (
          <Suspense>
            {slotsOf('knownVoucher').map((Part, position) => (
              <Part key={position} about={{ operationId: item.id }} className="max-tablet:w-full" />
            ))}
          </Suspense>
        )}
        {item.actions.length === 0 && item.kind !== 'access' && (
          <p className="text-neutral-9">
            {item.kind === 'setting'
              ? attention.settingToDo
              : item.kind === 'mid'
                ? attention.midToDo
                : isForServer(item.kind)
                  ? attention.behindToDo
                  : attention.nothingToDo}
          </p>
        )}
      </div>
    </article>
  );
}

function StatusChip({ item }: { readonly item: AttentionItem }) {
  const attention = usePageMessages('attention');
  if (item.kind === 'late') return <Chip tone="attention">{attention.standings.late}</Chip>;
  if (item.kind === 'overpaid') return <Chip tone="attention">{attention.standings.decide}</Chip>;
  if (item.kind === 'orphan') return <Chip tone="attention">{attention.standings.orphan}</Chip>;
  if (item.kind === 'gap' || item.kind === 'mid') return <Chip tone="attention">{attention.standings.closed}</Chip>;
  if (isForServer(item.kind)) return <Chip tone="attention">{attention.standings.behind}</Chip>;
  return <Chip tone="unknown">{needsPerson(item) ? attention.standings.decide : attention.standings.checking}</Chip>;
}

function CaseOrigin({ item: { person, device, since }, now }: { readonly item: AttentionItem; readonly now: number }) {
  const attention = usePageMessages('attention');
  const { ago, moment } = useFormat();
  const who = [person, device].filter((name) => name !== null).join(', ');
  return (
    <p className="text-neutral-9">
      {who !== '' && <span className="block font-medium text-neutral-12">{who}</span>}
      <time dateTime={since}>{attention.since(moment(since, now), ago(since, now))}</time>
    </p>
  );
}

function Candidates({ item }: { readonly item: AttentionItem }) {
  const attention = usePageMessages('attention');
  if (item.candidates.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="text-label font-medium text-neutral-9">{attention.issuerShows}</h4>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {item.candidates.map((row) => (
          <li key={row.transactionId} className="rounded-button bg-neutral-3 px-3 py-2">
            <CandidateFacts row={row} like={item.amount} since={item.subject === 'capture' ? null : item.since} />
          </li>
        ))}
      </ul>
    </section>
  );
}
