import { AMOUNT_MAX } from '../../../contract/money/limits.ts';
import { type Money, money } from '../../../contract/money/money.ts';
import { isTenderOpen } from '../../../contract/redemption/tender.ts';
import { parseCode } from '../../../contract/voucher/voucher.ts';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { readTyped } from '../../ui/typed-amount.ts';
import { applyKey, completeEntry, emptyEntry, entryOf, entryTotal, type Key } from './entry.ts';
import { closeCover } from './outcomes.ts';
import { type TillSale } from './sale.ts';
import { keyReadingOf, type StateBeforeDigits, type Till, type TillEvent } from './till.ts';
import { suggestedAmount } from './voucher-amount.ts';
import { awaitsAnswer, endIfPaid, isUnattended, saleForInput } from './whose-sale.ts';

/** The part of the till's state machine for the amount due. */

type DueEvent = Extract<
  TillEvent,
  {
    type: 'due-key' | 'due-complete' | 'due-wanted' | 'due-confirmed' | 'due-meant' | 'digits-restored' | 'priced';
  }
>;

export function dueStep(till: Till, event: DueEvent): Till {
  switch (event.type) {
    case 'due-key':
      return mayTypeDue(till) ? typeDue(till, event.key, event.newSaleId) : till;
    case 'due-complete':
      return endIfPaid({ ...till, sale: completeDue(till.sale) });
    case 'due-wanted':
      return makeRoomForDue(till);
    case 'due-confirmed':
      return till.note?.reason === 'due?' ? setDue(till, till.note.due, event.newSaleId) : till;
    case 'due-meant':
      return confirmDue(till);
    case 'digits-restored':
      return undoKeys(till, event.before);
    case 'priced':
      return setItemsPrice(till, event.tenderId, event.amount);
  }
}

/** True if the amount due is visible and belongs to a known customer, so that it may be typed. */
function mayTypeDue(till: Till): boolean {
  const { at } = till.stage;
  const isVisible = at === 'ready' || at === 'checking' || at === 'not-checked' || at === 'panel';
  return isVisible && till.sale.register === null && !isUnattended(till);
}

/**
 * Applies one key to the amount due. After the end of a sale, it begins the next one, so that
 * nothing redeemed for one customer is credited to another.
 */
function typeDue(till: Till, key: Key, newSaleId: string): Till {
  const base = withoutDueQuestion(saleForInput(till, newSaleId));
  const due = applyKey(base.sale.due, key, keyReadingOf(base));
  if (due === base.sale.due) return base;
  // An unusually large amount may be the start of a voucher's number.
  const doubted = entryTotal(due) > base.rule.askAboveDue;
  return withSuggestion({ ...base, sale: { ...base.sale, due, doubted } });
}

/**
 * Proposes the amount left to pay for the voucher on the screen, unless another amount was typed.
 */
export function withSuggestion(till: Till): Till {
  const { stage, sale } = till;
  if (stage.at !== 'panel' || stage.typed !== null) return till;
  return { ...till, stage: { ...stage, amount: suggestedAmount(sale, stage.check) } };
}

/** The next digit begins another amount. */
export function completeDue(sale: TillSale): TillSale {
  const due = completeEntry(sale.due);
  return due === sale.due ? sale : { ...sale, due };
}

/**
 * Closes a result that needs no answer. A verdict with an amount left to pay asks first whose sale
 * it is, because the amount may be the next customer's.
 */
function makeRoomForDue(till: Till): Till {
  const { stage } = till;
  if (awaitsAnswer(till)) return { ...till, unattended: till.unattended ?? { scan: null } };
  const isResult = stage.at === 'rejected' || (stage.at === 'verdict' && !isTenderOpen(stage.view.state));
  return isResult ? closeCover(till, till.now) : till;
}

function setDue(till: Till, due: Money, newSaleId: string): Till {
  const { sale, ...rest } = withoutDueQuestion(saleForInput(till, newSaleId));
  return { ...rest, sale: completeDue({ ...sale, due: entryOf(due.amount, keyReadingOf(till)), doubted: false }) };
}

/**
 * Confirms an unusually large amount due. The amount is proposed for the voucher unless another
 * amount was typed.
 */
function confirmDue(till: Till): Till {
  return withSuggestion({ ...till, sale: { ...till.sale, doubted: false } });
}

/** Sets the price of a redemption's items. The register subtracts it from its bill, too. */
function setItemsPrice(till: Till, tenderId: string, price: number): Till {
  const { sale } = till;
  if (sale.register !== null) return till;
  return {
    ...till,
    sale: { ...sale, rows: sale.rows.map((row) => (row.tenderId === tenderId ? { ...row, price } : row)) },
  };
}

export function withoutDueQuestion(till: Till): Till {
  return till.note?.reason === 'due?' ? { ...till, note: null } : till;
}

/**
 * The amount due that was typed into the code field of a waiting till: too short for a code, or
 * with a decimal point or comma. Null for all other input.
 */
export function dueInsteadOfCode({ stage, rule }: Till, sale: TillSale, { text, source }: ScanEvent): Money | null {
  if (source !== 'typed' || stage.at !== 'ready' || entryTotal(sale.due) > 0) return null;
  const amount = readTyped(text, sale.currency, rule.typedAmounts) ?? 0;
  const isCode = parseCode(text).kind !== 'refused' && !/[.,]/.test(text);
  return amount === 0 || amount > AMOUNT_MAX || isCode ? null : money(amount, sale.currency);
}

const NO_DUE = { due: emptyEntry, doubted: false } as const;

/**
 * Removes characters of a scan that were counted as typed. If they started a new sale, that sale is
 * removed as well.
 */
function undoKeys(till: Till, { saleId, due, doubted, panel }: StateBeforeDigits): Till {
  const { stage } = till;
  const sale = { ...till.sale, ...(till.sale.id === saleId ? { due, doubted } : NO_DUE) };
  return { ...till, sale, stage: stage.at === 'panel' && panel?.scanned === stage.scanned ? panel : stage };
}
