import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useLanguage, useMessages } from '../../../pwa/words/words.tsx';
import type { Days } from '../../transactions/pwa/period.ts';
import { PeriodChoice } from '../../transactions/pwa/period-choice.tsx';
import { usePeriod } from '../../transactions/pwa/use-period.ts';
import { LIST_LINES_MAX } from '../contract/limits.ts';
import { MatchColumns } from './match-columns.tsx';
import { MatchLists } from './match-lists.tsx';
import { matchMemoryQuery } from './office-queries.ts';
import { type Matching, type MatchStep, useMatch } from './use-match.ts';

/**
 * Reconciles a list of the register or the issuer with ours: the days, the file, its columns, and
 * the result.
 */
export function MatchPage() {
  const { match: messages } = usePageMessages('closings');
  const { places } = useMessages();
  const matching = useMatch();
  return (
    <Page title={places.match} lead={messages.lead}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Step matching={matching} />
      </div>
    </Page>
  );
}

function Step({ matching }: { readonly matching: Matching }) {
  const { step } = matching;
  const memory = useQuery(matchMemoryQuery);
  const [days, setDays] = useState<Days | null>(null);
  switch (step.at) {
    case 'none':
      return days === null ? (
        <DaysChoice onDays={setDays} />
      ) : (
        <Choose step={step} days={days} onDays={() => setDays(null)} onFile={(file) => matching.read(file, days)} />
      );
    case 'busy':
      return <ComparisonProgress step={step} onStop={matching.stop} />;
    case 'columns':
      return <MatchColumns {...step} onUse={matching.confirmColumns} onStop={matching.stop} />;
    case 'done':
      return (
        <Loaded query={memory}>
          {({ notes }) => <MatchLists result={step.result} notes={notes} matching={matching} />}
        </Loaded>
      );
    default:
      return step satisfies never;
  }
}

function DaysChoice({ onDays }: { readonly onDays: (days: Days) => void }) {
  const { match: messages } = usePageMessages('closings');
  const [period, setPeriod] = usePeriod('week');
  return (
    <section className="card grid gap-4 p-4 till:p-6" aria-labelledby="match-days">
      <h2 id="match-days" className="text-section font-semibold">
        {messages.days}
      </h2>
      <p className="max-w-prose text-neutral-9">{messages.daysLead}</p>
      <PeriodChoice period={period} onPeriod={setPeriod} />
      <Button variant="main" className="justify-self-start" onClick={() => onDays(period.days)}>
        {messages.next}
      </Button>
    </section>
  );
}

interface ChooseProps {
  readonly step: Extract<MatchStep, { at: 'none' }>;
  readonly days: Days;
  readonly onDays: () => void;
  readonly onFile: (file: File) => void;
}

function Choose({ step: { unfit, error }, days: { first, last }, onDays, onFile }: ChooseProps) {
  const { match: messages } = usePageMessages('closings');
  const { language } = useLanguage();
  const { day } = useFormat();
  const most = new Intl.NumberFormat(language).format(LIST_LINES_MAX);
  useDroppedFile(onFile);
  return (
    <>
      {unfit !== null && (
        <Notice tone="attention">{unfit === 'too-long' ? messages.tooLong(most) : messages.empty}</Notice>
      )}
      <FailureNotice failure={failureOrNull(error)} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-medium tabular-nums">{messages.ofDays(day(first), day(last))}</p>
        <Button onClick={onDays}>{messages.otherDays}</Button>
      </div>
      <label className="card grid justify-items-center gap-3 border-2 border-dashed border-neutral-8 p-8 text-center">
        <FileUp aria-hidden strokeWidth={1.75} size={32} className="text-neutral-9" />
        <span className="font-medium">{messages.file}</span>
        <span className="text-label text-neutral-9">{messages.drop}</span>
        <input
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) onFile(file);
          }}
          className="min-h-12 w-full max-w-md rounded-button border border-neutral-8 bg-neutral-2 text-body file:mr-3 file:min-h-12 file:rounded-button file:bg-neutral-3 file:px-4 file:font-medium"
        />
      </label>
    </>
  );
}

function useDroppedFile(onFile: (file: File) => void): void {
  const report = useEffectEvent(onFile);
  useEffect(() => {
    const stop = new AbortController();
    const onDrag = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      report(file);
    };
    document.addEventListener('dragover', onDrag, { signal: stop.signal });
    document.addEventListener('drop', onDrop, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

interface BusyProps {
  readonly step: Extract<MatchStep, { at: 'busy' }>;
  readonly onStop: () => void;
}

function ComparisonProgress({ step: { what, share }, onStop }: BusyProps) {
  const { match: messages } = usePageMessages('closings');
  return (
    <div className="card grid gap-3 p-4 till:p-6">
      <p role="status">{messages[what]}</p>
      <progress aria-label={messages[what]} max={1} value={share} className="progress h-2 w-full" />
      <Button className="justify-self-start" onClick={onStop}>
        {messages.stop}
      </Button>
    </div>
  );
}
