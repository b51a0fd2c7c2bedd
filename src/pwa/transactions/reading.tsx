import { useFailureWords } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useLanguage } from '../words/words.tsx';
import type { Desk } from './desk.ts';
import type { BookState } from './protocol.ts';

/** How far reading has come, what stands in its way, and how to stop it. */
export function ReadingState({ state, desk }: { readonly state: BookState; readonly desk: Desk }) {
  const words = usePageWords('transactions');
  const { language } = useLanguage();
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor(state.progress * 100) / 100);
  const { reading, failure } = state;
  const isReading = reading === 'reading' || reading === 'waiting';
  return (
    <>
      {isReading && (
        <div className="flex items-center gap-3">
          <div className="grid flex-1 gap-1">
            <p className="text-label text-neutral-9 tabular-nums">{`${words.rows(state.rows)} · ${words.reading(percent)}`}</p>
            <div
              role="progressbar"
              aria-label={words.period}
              aria-valuenow={Math.floor(state.progress * 100)}
              className="h-1.5 overflow-hidden rounded-full bg-neutral-4"
            >
              <div className="h-full bg-accent" style={{ width: `${state.progress * 100}%` }} />
            </div>
          </div>
          <Button onClick={() => desk.order({ kind: 'stop' })}>{words.stop}</Button>
        </div>
      )}
      {reading === 'waiting' && <Notice tone="attention">{words.waiting}</Notice>}
      {(reading === 'stopped' || reading === 'failed') && (
        <div className="flex flex-wrap items-center gap-3">
          <div className="min-w-0 flex-1">
            <Notice tone="attention">
              {reading === 'stopped' ? words.stopped(percent) : words.notAll} {reading === 'failed' && <Why failure={failure} />}
            </Notice>
          </div>
          <Button onClick={() => desk.order({ kind: 'go-on' })}>{words.goOn}</Button>
        </div>
      )}
      {reading === 'done' && failure !== null && (
        <Notice tone="attention">
          {words.notNew} <Why failure={failure} />
        </Notice>
      )}
      {reading === 'done' && state.mid === null && <Notice tone="attention">{words.noMid}</Notice>}
    </>
  );
}

function Why({ failure }: { readonly failure: BookState['failure'] }) {
  const wordsFor = useFailureWords();
  return failure && wordsFor(failure);
}
