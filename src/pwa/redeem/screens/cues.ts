import { REFUSAL_REASONS } from '../../../contract/redemption/states.ts';
import { type TenderState, tenderTone } from '../../../contract/redemption/tender.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import type { Cue } from '../../shell/sound.ts';
import { isUnsettled, type SaleRow } from '../till/sale.ts';
import { allRows, coveredBy, type Stage, type Till } from '../till/till.ts';

/**
 * The sound for a change of stage: a click when a code was read, another sound for each answer, or
 * none.
 */
export function cueOf(before: Stage, now: Stage): Cue | null {
  switch (now.at) {
    case 'checking':
      return 'read';
    case 'panel':
      return before.at === 'checking' ? panelCue(now.check) : null;
    case 'verdict': {
      const isSame =
        before.at === 'verdict' && before.tenderId === now.tenderId && before.view.state === now.view.state;
      return isSame ? null : tenderTone(now.view);
    }
    case 'rejected':
    case 'not-checked':
      return 'attention';
    case 'not-arrived':
      return before.at === 'not-arrived' ? null : 'attention';
    case 'flight':
    case 'ready':
      return null;
  }
}

/** A redeemable voucher has no sound of its own: the screen shows it. */
function panelCue({ open, refusal }: CheckAnswer): Cue | null {
  if (open !== null) return 'unknown';
  return refusal === null ? null : REFUSAL_REASONS[refusal.reason].tone;
}

/**
 * The status of a redemption of an earlier sale, as far as the server reported it; `checking` if it
 * is still open.
 */
export function rowStatus(row: SaleRow): TenderState | 'checking' | 'not-arrived' {
  if (row.view === null) return row.notArrived ? 'not-arrived' : 'checking';
  return isUnsettled(row) && row.view.state !== 'manager' ? 'checking' : row.view.state;
}

/**
 * New results of redemptions of earlier sales, with their sounds. The displayed redemption is left
 * out.
 */
export function newCuesOf(before: Till, now: Till): { readonly row: SaleRow; readonly cue: Cue }[] {
  if (now.earlier === before.earlier) return [];
  const statusBefore = new Map(allRows(before).map((row) => [row.tenderId, rowStatus(row)]));
  const onScreen = [coveredBy(before), coveredBy(now)];
  return now.earlier.flatMap((row) => {
    const status = rowStatus(row);
    if (status === 'checking' || status === statusBefore.get(row.tenderId) || onScreen.includes(row.tenderId))
      return [];
    return [{ row, cue: row.view === null ? 'attention' : tenderTone(row.view) }];
  });
}
