import { AMOUNT_MAX, type Money, money } from '../../../contract/money/money.ts';
import { parseCode } from '../../../contract/voucher/voucher.ts';
import type { ScanEvent } from '../../scan/scan-event.ts';
import { readTyped } from '../../ui/typed-amount.ts';
import { applyKey, emptyEntry, entryOf, entryTotal, type Key } from './entry.ts';
import { newSale } from './outcomes.ts';
import { dueOf, isOver, suggestedAmount, type TillSale } from './sale.ts';
import { keyReadingOf, type Stage, type StateBeforeDigits, type Till, type TillEvent } from './till.ts';

/** The part of the till's state machine for the amount due. */

type DueEvent = Extract<TillEvent, { type: 'due-key' | 'due-confirmed' | 'due-meant' | 'keys-taken-back' | 'priced' }>;

export function dueStep(till: Till, event: DueEvent): Till {
  switch (event.type) {
    case 'due-key':
      return isFree(till.stage) && till.sale.register === null ? typeDue(till, event.key, event.newSaleId) : till;
    case 'due-confirmed':
      return till.note?.reason === 'due?' ? setDue(till, till.note.due, event.newSaleId) : till;
    case 'due-meant':
      return confirmDue(till);
    case 'keys-taken-back':
      return undoKeys(till, event.before);
    case 'priced':
      return setItemsPrice(till, event.tenderId, event.amount);
  }
}

/** True if opening another voucher would lose nothing on the screen. */
function isFree({ at }: Stage): boolean {
  return at === 'ready' || at === 'checking' || at === 'not-checked';
}

/** Keys that change the current amount. All others start a new one. */
const CORRECTIONS: ReadonlySet<Key> = new Set(['clear', 'back', 'add']);

/**
 * Applies one key to the amount due. A digit after a fully paid sale starts the next sale. Every
 * other key keeps the sale, so that redeemed amounts stay credited.
 */
function typeDue(till: Till, key: Key, newSaleId: string): Till {
  const base = withoutDueQuestion(CORRECTIONS.has(key) ? till : forAmount(till, newSaleId));
  const due = applyKey(base.sale.due, key, keyReadingOf(base));
  if (due === base.sale.due) return base;
  // An unusually large amount may be the start of a voucher's number.
  const doubted = entryTotal(due) > base.rule.askAboveDue;
  return { ...base, sale: { ...base.sale, due, doubted, completed: false } };
}

/**
 * Returns the till with the sale for a new amount. The amount may be entered after the vouchers
 * that pay it.
 */
function forAmount(till: Till, newSaleId: string): Till {
  return isOver(till.sale) && dueOf(till.sale) !== null ? newSale(till, newSaleId) : till;
}

function setDue(till: Till, due: Money, newSaleId: string): Till {
  const { sale, ...rest } = withoutDueQuestion(forAmount(till, newSaleId));
  return { ...rest, sale: { ...sale, due: entryOf(due.amount, keyReadingOf(till)), doubted: false, completed: false } };
}

/**
 * Confirms an unusually large amount due. The amount is proposed for the voucher unless another
 * amount was typed.
 */
function confirmDue(till: Till): Till {
  const { stage } = till;
  const sale = { ...till.sale, doubted: false };
  if (stage.at !== 'panel' || stage.typed !== null) return { ...till, sale };
  return { ...till, sale, stage: { ...stage, amount: suggestedAmount(sale, stage.check) } };
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
