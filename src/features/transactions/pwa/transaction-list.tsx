import { useCallback, useMemo } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useRemPx } from '../../../pwa/ui/use-rem.ts';
import { type ListAddress, toServerFilter } from './address.ts';
import type { IsoPeriod } from './period.ts';
import { TransactionSheet } from './transaction-sheet.tsx';
import { SortChoice, TransactionTable } from './transaction-table.tsx';
import { useIsWide } from './use-is-wide.ts';
import { useLines } from './use-lines.ts';

/**
 * All rows have the same height, so that positions in a long list can be calculated. On a phone
 * each has two lines of text, or four in large type.
 */
const ROW_REM = { wide: 3, narrow: 4.5, stacked: 9 };
/** Below this width in rem, the two halves of a line do not fit in one row. */
const STACKED_BELOW_REM = 16;

interface ListProps {
  readonly period: IsoPeriod;
  readonly address: ListAddress;
  readonly isManager: boolean;
  /** True if another notice already explains why nothing appears. */
  readonly isSaid: boolean;
  readonly onGo: (to: Partial<ListAddress>) => void;
}

/** The lines of a period, and the open one. */
export function TransactionList({ period, address, isManager, isSaid, onGo }: ListProps) {
  const { filter, sort, open } = address;
  const serverFilter = useMemo(() => toServerFilter(address), [address]);
  const remPx = useRemPx();
  const isWide = useIsWide();
  const isStacked = !isWide && window.innerWidth / remPx < STACKED_BELOW_REM;
  const rowPx = Math.round(remPx * ROW_REM[isWide ? 'wide' : isStacked ? 'stacked' : 'narrow']);
  const list = useLines({ period, filter: serverFilter, sort }, rowPx);
  const show = useCallback((id: string) => onGo({ open: id }), [onGo]);
  return (
    <>
      {!isSaid && <FailureNotice failure={failureOrNull(list.error)} />}
      <SortChoice hasNames={isManager} sort={sort} onSort={(next) => onGo({ sort: next, open: null })} />
      <TransactionTable
        list={list}
        rowPx={rowPx}
        isStacked={isStacked}
        sort={sort}
        isFiltered={Object.keys(filter).length > 0}
        onSort={(next) => onGo({ sort: next, open: null })}
        onOpen={show}
      />
      {open !== null && (
        <TransactionSheet
          key={open}
          id={open}
          listed={list.find(open) ?? (list.isBusy ? undefined : null)}
          isManager={isManager}
          onClose={() => onGo({ open: null })}
        />
      )}
    </>
  );
}
