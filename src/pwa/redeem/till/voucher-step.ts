import { ITEMS_MAX } from '../../../contract/money/limits.ts';
import { isItems, withMagnitude } from '../../../contract/money/money.ts';
import { type CheckAnswer, lastFour } from '../../../contract/voucher/voucher.ts';
import type { Failure } from '../../api/failure.ts';
import { codeIdentity, openGate } from '../../scan/gate.ts';
import { completeDue, withoutDueQuestion } from './due.ts';
import { applyKey, completeEntry, emptyEntry, entryTotal, type Key } from './entry.ts';
import { refKey } from './outcomes.ts';
import { balanceOf, holdsVoucher, type SaleRow } from './sale.ts';
import { type Panel, READY_STAGE, remark, type ScannedVoucher, type Stage, type Till, type TillEvent } from './till.ts';
import { amountInstead, amountObstacle, suggestedAmount } from './voucher-amount.ts';

/** The part of the till's state machine for the voucher on the screen. */

export function notChecked(till: Till, about: ScannedVoucher, failure: Failure): Till {
  return isAbout(till.stage, about) ? { ...till, stage: { at: 'not-checked', scanned: about, failure } } : till;
}

export function recheck(till: Till): Till {
  const { stage } = till;
  return stage.at === 'not-checked' ? { ...till, stage: { at: 'checking', scanned: stage.scanned } } : till;
}

function isAbout(stage: Stage, { at, code }: ScannedVoucher): boolean {
  return stage.at === 'checking' && stage.scanned.at === at && stage.scanned.code === code;
}

/**
 * True if the result of this check may still be shown: no result is displayed, or the user has
 * typed no amount for it.
 */
export function mayShowCheck(stage: Stage, scan: ScannedVoucher): boolean {
  if (stage.at !== 'panel') return isAbout(stage, scan);
  return stage.typed === null && stage.scanned === scan;
}

export function showPanel(till: Till, about: ScannedVoucher, check: CheckAnswer): Till {
  const identity = refKey(check.ref);
  if (holdsVoucher(till.sale, identity)) return remark({ ...till, stage: READY_STAGE }, 'already-in-sale');
  return {
    ...till,
    stage: { at: 'panel', scanned: about, check, amount: suggestedAmount(till.sale, check), typed: null },
  };
}

/**
 * Closes the voucher. It may be scanned again, but the camera waits until the code has left its
 * view.
 */
export function closePanel(till: Till): Till {
  if (till.stage.at === 'ready') return withoutDueQuestion(till);
  return 'scanned' in till.stage ? { ...till, gate: openGate, stage: READY_STAGE } : till;
}

export function typeAmount({ rule }: Till, panel: Panel, key: Key): Panel {
  const currency = isItems(panel.amount) ? null : panel.amount.currency;
  const typed = applyKey(panel.typed ?? emptyEntry, key, { currency, typed: rule.typedAmounts });
  if (isItems(panel.amount) && entryTotal(typed) > ITEMS_MAX) return panel;
  return { ...panel, typed, amount: withMagnitude(panel.amount, entryTotal(typed)) };
}

export function startRedemption(
  till: Till,
  panel: Panel,
  { tenderId, now, all = false }: Extract<TillEvent, { type: 'redeem' }>,
): Till {
  const { scanned: about, check } = panel;
  const amount = all ? amountInstead(till.sale, panel) : panel.amount;
  if (amount === null) return till;
  const obstacle = amountObstacle({ check, amount });
  if (obstacle === 'too-much' && panel.typed !== null)
    return { ...till, stage: { ...panel, typed: completeEntry(panel.typed) } };
  if (obstacle !== null) return till;
  const { due, inDoubt } = balanceOf(till.sale);
  const row: SaleRow = {
    tenderId,
    last4: lastFour(check.ref),
    requested: amount,
    code: about.code,
    identities: [codeIdentity(about.parsed), refKey(check.ref)],
    requestFacts: {
      receiptNo: till.sale.receiptNo,
      entry: about.source,
      ...(inDoubt > 0 && due !== null && { due }),
    },
    savedAt: now,
    view: null,
  };
  return {
    ...till,
    sale: completeDue({ ...till.sale, rows: [...till.sale.rows, row] }),
    note: null,
    pressed: { tenderId, panel: { ...panel, amount }, shutOut: false },
    stage: { at: 'flight', tenderId, silent: false },
  };
}
