import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PrintSeriesProps } from '../../../pwa/shell/feature.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useMessages } from '../../../pwa/words/words.tsx';
import { useButtonNotices } from './button-notices.ts';
import { PrintoutNotices } from './notices.tsx';
import { printingQuery, usePrintoutMutation } from './queries.ts';
import { sendDocument } from './send-document.ts';
import { Unsent } from './unsent.tsx';

/** Prints documents separately, so that the interrupted one is known. */
export function PrintSeries({ what, subjects, paper, isReady, progressOf, children }: PrintSeriesProps) {
  const { common } = useMessages();
  const { data } = useQuery(printingQuery);
  const sheet = useRef<HTMLDivElement>(null);
  /* Created once, so that a repeated request prints nothing twice. */
  const [ids] = useState(() => subjects.map(() => crypto.randomUUID()));
  useButtonNotices(ids);
  const [sent, setSent] = useState(0);
  const printer = data?.printer ?? null;
  const send = usePrintoutMutation(async (index: number) => {
    const element = sheet.current?.children[index];
    const id = ids[index];
    const subject = subjects[index];
    if (printer === null || !(element instanceof HTMLElement) || id === undefined || subject === undefined)
      throw new Error('The paper is not there');
    return sendDocument({ id, printer, what, subject, drawer: false, element, mark: null });
  });
  const { mutate, error, isPending } = send;
  const isUnfinished = sent < subjects.length;
  const isNext = isReady && printer !== null && !isPending && error === null && isUnfinished;
  useEffect(() => {
    if (isNext) mutate(sent, { onSuccess: () => setSent(sent + 1) });
  }, [isNext, sent, mutate]);
  const again = () => mutate(sent, { onSuccess: () => setSent(sent + 1) });
  return (
    <div className="screen-only grid grid-cols-[minmax(0,1fr)] gap-3">
      {isUnfinished && error === null && <Notice tone="attention">{progressOf(sent)}</Notice>}
      {error !== null && <Unsent error={error} />}
      <PrintoutNotices ids={ids} />
      <div className="flex flex-wrap gap-3">
        {error !== null && isUnfinished && <Button onClick={again}>{common.tryAgain}</Button>}
        {children}
      </div>
      <div ref={sheet} className="hidden">
        {paper}
      </div>
    </div>
  );
}
