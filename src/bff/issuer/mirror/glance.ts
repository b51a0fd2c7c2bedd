import type { IssuerTransaction, PageSize, Period } from '../port.ts';
import { STALE_PAGES_MAX } from './limits.ts';
import { endlessSearch, isShort, isStill, type Pages, pageOf, type Reading, type ReadingOptions } from './reading.ts';
import type { StoredRows } from './stored-rows.ts';

/** After this many known rows in a row, all older ones are known too. */
const STORED_RUN = 50;

/**
 * Reads the newest rows, back to the point where everything was known before this glance began: a
 * page of known rows only, or a run of them. Rows are known if a completed reading contained them;
 * a failed reading proves nothing about the pages that it did not see.
 * @param period its end is fixed when the glance begins
 */
export async function glance(
  pages: Pages,
  stored: Pick<StoredRows, 'ended' | 'isBehind' | 'end'>,
  period: Period,
  { signal, tooLong }: Pick<ReadingOptions, 'signal' | 'tooLong'> = {},
): Promise<Reading> {
  const began = { beganMs: pages.clock.monotonic(), beganAt: pages.clock.now() };
  const before = stored.ended();
  const met = new Set<string>();
  const isBehind = ({ transactionId }: IssuerTransaction) => stored.isBehind(transactionId, before);
  let size: PageSize = 'few';
  let progress = startProgress();
  for (let index = 0; ; index += 1) {
    if (tooLong?.() === true) return endlessSearch('the search did not finish in time');
    const page = await pageOf(pages, period, index, size, { lane: 'glance', signal });
    if (page.outcome === 'failed') return page;
    const rows = page.outcome === 'end' ? [] : page.rows;
    progress = after(progress, rows, isBehind);
    for (const { transactionId } of rows) met.add(transactionId);
    let isOver = rows.length === 0 || progress.isDown;
    if (!isOver && progress.stale >= STALE_PAGES_MAX) {
      const still = await isStill(pages, period, size, progress.shown, { lane: 'glance', signal });
      if (typeof still !== 'boolean') return still;
      isOver = still;
    }
    if (isOver) {
      stored.end(met);
      return { outcome: 'ended', period, ...began };
    }
    const isMoving = progress.stale >= STALE_PAGES_MAX;
    const isMuch = size === 'few' && size !== pages.largest && index === 0 && !isShort(rows);
    if (isMoving || isMuch) {
      /* Larger pages need a start at the first page, because page numbers depend on the page size.
       */
      if (isMuch) size = pages.largest;
      index = -1;
      progress = startProgress();
    }
  }
}

interface Progress {
  /** Known rows since the last unknown one. */
  readonly run: number;
  readonly shown: Set<string>;
  /** Consecutive pages without any new row. */
  readonly stale: number;
  /** True if the glance reached rows that were all known. */
  readonly isDown: boolean;
}

const startProgress = (): Progress => ({ run: 0, shown: new Set(), stale: 0, isDown: false });

function after(
  { run: before, shown, stale }: Progress,
  rows: readonly IssuerTransaction[],
  isBehind: (row: IssuerTransaction) => boolean,
): Progress {
  let run = before;
  let isRun = false;
  const size = shown.size;
  for (const row of rows) {
    run = isBehind(row) ? run + 1 : 0;
    isRun ||= run >= STORED_RUN;
    shown.add(row.transactionId);
  }
  return { run, shown, stale: shown.size === size ? stale + 1 : 0, isDown: isRun || rows.every(isBehind) };
}
