import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import type { AttentionAction, AttentionItem } from '../../contract/redemption/attention.ts';
import { attentionQuery } from '../api/queries.ts';
import { CASE_PARAM } from '../shell/addresses.ts';
import type { SentAgain } from '../shell/feature.ts';
import { Loaded } from '../shell/loaded.tsx';
import { slotsOf } from '../shell/slots.ts';
import { useWaitingCount } from '../shell/use-waiting-count.ts';
import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { usePageMessages } from '../words/page-words.ts';
import { CaseCard } from './case-card.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { groupCases, type Resolution } from './resolutions.ts';

/**
 * The manager's last action: a decision (`isOver`: it closed the case), or cards that were sent
 * again.
 */
type Result = { readonly way: Resolution; readonly isOver: boolean } | { readonly sentAgain: SentAgain };

/** For managers: all open cases with their evidence and the possible actions. */
export function Cases() {
  const cases = useQuery(attentionQuery);
  const [asked, setAsked] = useState<{ item: AttentionItem; action: AttentionAction } | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const outcome = useRef<HTMLDivElement>(null);
  // The result gets the focus, because the pressed button may have disappeared with its case.
  useEffect(() => {
    if (result !== null) outcome.current?.focus();
  }, [result]);
  const settled = (way: Resolution, item: AttentionItem | null) => {
    setAsked(null);
    setResult({ way, isOver: item === null });
  };
  const newest = asked && (cases.data?.find(({ id }) => id === asked.item.id) ?? asked.item);
  return (
    <>
      {result !== null && (
        <div ref={outcome} tabIndex={-1} className="rounded-button">
          <ResultNotice result={result} />
        </div>
      )}
      <Suspense>
        {slotsOf('waitingForManager').map(({ List }, position) => (
          <List key={position} />
        ))}
      </Suspense>
      <Loaded query={cases}>
        {(items) => (
          <>
            {cases.error !== null && <LastSeen at={cases.dataUpdatedAt} />}
            <Groups
              items={items}
              onAct={(item, action) => setAsked({ item, action })}
              onSentAgain={(sentAgain) => setResult({ sentAgain })}
            />
          </>
        )}
      </Loaded>
      {asked !== null && newest !== null && (
        <CaseDialog item={newest} action={asked.action} onClose={() => setAsked(null)} onSettled={settled} />
      )}
    </>
  );
}

function LastSeen({ at }: { readonly at: number }) {
  const attention = usePageMessages('attention');
  const { ago } = useFormat();
  const now = useNow(10_000);
  return <p className="text-neutral-9">{attention.lastSeen(ago(new Date(at).toISOString(), now))}</p>;
}

function ResultNotice({ result }: { readonly result: Result }) {
  const attention = usePageMessages('attention');
  if ('sentAgain' in result)
    return <Notice tone={SENT_AGAIN_TONES[result.sentAgain]}>{attention.sentAgain[result.sentAgain]}</Notice>;
  const { way, isOver } = result;
  return <Notice tone={isOver ? 'done' : 'attention'}>{isOver ? attention.ways[way].done : attention.notOver}</Notice>;
}

const SENT_AGAIN_TONES = { done: 'done', other: 'attention', running: 'unknown' } as const;

interface GroupsProps {
  readonly items: readonly AttentionItem[];
  readonly onAct: (item: AttentionItem, action: AttentionAction) => void;
  readonly onSentAgain: (result: SentAgain) => void;
}

function Groups({ items, onAct, onSentAgain }: GroupsProps) {
  const attention = usePageMessages('attention');
  const meant = new URLSearchParams(useSearch()).get(CASE_PARAM);
  const now = useNow(30_000);
  const waiting = useWaitingCount();
  if (items.length === 0) return waiting > 0 ? null : <NoCases />;
  return groupCases(items).map(({ kind, items: ofKind }) => (
    <section key={kind} aria-labelledby={`cases-${kind}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header>
        <h3 id={`cases-${kind}`} className="font-semibold">
          {attention.groups[kind].title}{' '}
          <span className="font-normal text-neutral-9 tabular-nums">{ofKind.length}</span>
        </h3>
        <p className="max-w-prose text-neutral-9">{attention.groups[kind].lead}</p>
      </header>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {ofKind.map((item) => (
          <li key={item.id}>
            <CaseCard
              item={item}
              now={now}
              isMeant={item.id === meant}
              onAct={(action) => onAct(item, action)}
              onSentAgain={onSentAgain}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function NoCases() {
  const attention = usePageMessages('attention');
  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 px-4 py-12 text-center">
      <CircleCheck aria-hidden strokeWidth={1.75} size={48} className="text-done-ink" />
      <p className="max-w-full text-section font-semibold">{attention.nothing}</p>
      <p className="max-w-prose text-neutral-9">{attention.nothingMore}</p>
    </div>
  );
}
