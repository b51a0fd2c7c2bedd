import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { TrailFilter } from '../../../contract/platform/audit.ts';
import type { FileQuery } from '../../../contract/platform/csv.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call, callForFile } from '../../../pwa/api/live.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { SaveButtons } from '../../../pwa/ui/save-buttons.tsx';
import { saveFile } from '../../../pwa/ui/save-file.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { PeriodChoice } from '../../transactions/pwa/period-choice.tsx';
import { usePeriod } from '../../transactions/pwa/use-period.ts';
import { FilterForm, type LineFilter } from './filter-form.tsx';
import { foldTrailLines } from './fold-lines.ts';
import { instantsOf } from './period.ts';
import { TrailTable } from './trail-table.tsx';

export function AuditPage() {
  const audit = usePageMessages('audit-page');
  const { places } = useMessages();
  const shop = useShop();
  const [period, setPeriod] = usePeriod('week');
  const [lineFilter, setLineFilter] = useState<LineFilter>({ personId: '', kind: '' });
  const { personId, kind } = lineFilter;
  const filter: TrailFilter = {
    ...instantsOf(period.days, shop),
    ...(personId !== '' && { personId }),
    ...(kind !== '' && { kind }),
  };
  const exported = useTrailExport();
  return (
    <Page
      title={places.audit}
      lead={audit.lead}
      tools={<SaveButtons isBusy={exported.isPending} onSave={(query) => exported.mutate({ filter, query })} />}
    >
      <FailureNotice failure={failureOrNull(exported.error)} />
      {exported.isSuccess && <Notice tone="done">{audit.exported}</Notice>}
      <PeriodChoice period={period} onPeriod={setPeriod} />
      <FilterForm wanted={lineFilter} onChange={(change) => setLineFilter((before) => ({ ...before, ...change }))} />
      <TrailLines filter={filter} />
      <AboutTrail />
    </Page>
  );
}

function TrailLines({ filter }: { readonly filter: TrailFilter }) {
  const audit = usePageMessages('audit-page');
  const { common } = useMessages();
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useTrail(filter);
  const lines = useMemo(() => foldTrailLines(data?.pages.flatMap((page) => page.lines) ?? []), [data]);
  return (
    <section aria-busy={isFetching} className="card grid grid-cols-[minmax(0,1fr)] gap-2 p-1 tablet:p-3">
      <FailureNotice failure={failureOrNull(error)} />
      {lines.length > 0 && <TrailTable lines={lines} />}
      {data !== undefined && lines.length === 0 && <NoEntries />}
      {data === undefined && isFetching && <p className="p-4 text-neutral-9">{common.loading}</p>}
      {hasNextPage && (
        <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
          {audit.older}
        </Button>
      )}
    </section>
  );
}

function NoEntries() {
  const audit = usePageMessages('audit-page');
  return (
    <div role="status" className="grid justify-items-center gap-2 px-4 py-12 text-center">
      <p className="text-section font-semibold">{audit.nothing}</p>
      <p className="max-w-prose text-neutral-9">{audit.nothingMore}</p>
    </div>
  );
}

function AboutTrail() {
  const audit = usePageMessages('audit-page');
  return (
    <details className="max-w-prose text-neutral-9">
      <summary className="flex min-h-12 cursor-pointer items-center font-medium">{audit.more}</summary>
      <p>{audit.chained}</p>
      <p>{audit.journalled}</p>
    </details>
  );
}

const TRAIL_KEY = ['audit'] as const;

const trailQuery = (filter: TrailFilter) =>
  infiniteQueryOptions({
    queryKey: [...TRAIL_KEY, filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('auditSearch', { body: { ...filter, ...(pageParam !== '' && { cursor: pageParam }) }, signal }),
    getNextPageParam: ({ next }) => next,
  });

/** The audit log, page by page. */
function useTrail(filter: TrailFilter) {
  return useInfiniteQuery(trailQuery(filter));
}

function useTrailExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ filter, query }: { readonly filter: TrailFilter; readonly query: FileQuery }) =>
      saveFile(
        await callForFile('auditExport', filter, query),
        `audit-${filter.from.slice(0, 10)}-${filter.to.slice(0, 10)}.csv`,
      ),
    // The export itself is recorded in the audit log.
    onSuccess: () => client.invalidateQueries({ queryKey: TRAIL_KEY }),
  });
}
