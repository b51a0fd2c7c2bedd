import * as z from 'zod/mini';
import { extraCodeSchema } from '../../contract/extra-codes.ts';
import { majorText } from '../../contract/money.ts';
import { receiptUseSchema } from '../../contract/sale-facts.ts';
import type { PageWords } from '../words/page-words.ts';

/** The words of the pages on which managers set what the trail tells of. */
export interface SetWords {
  readonly people: PageWords['people'];
  readonly printing: PageWords['printing'];
  /** Of the shop. */
  readonly currency: string;
}

type Value = string | number | boolean;

const codesSchema = z.array(extraCodeSchema);

/** What managers set, by the words of the page where they set it; null for what is switched off. */
export const SET: readonly [name: string, say: (value: Value, words: SetWords) => string | null][] = [
  ['shopName', (value, { people }) => quoted(people.shopName, value)],
  ['shopAddress', (value, { people }) => quoted(people.shopAddress, lines(value))],
  ['receiptFooter', (value, { people }) => quoted(people.receiptFooter, lines(value))],
  ['receiptUse', (value, { people }) => `${people.receiptUse} ${receiptUse(value, people)}`],
  ['receiptShape', (value, { people }) => quoted(people.receiptNumbers, value)],
  ['extraCodes', (value, { people }) => quoted(people.extraCodes, kinds(value))],
  ['pinAboveCards', (value, { people }) => quoted(people.pinAboveCards, value)],
  ['approvalAboveCards', (value, { people }) => quoted(people.approvalAboveCards, value)],
  ['pinAboveSum', (value, { people, currency }) => quoted(people.pinAboveSum(currency), sum(value, currency))],
  [
    'approvalAboveSum',
    (value, { people, currency }) => quoted(people.approvalAboveSum(currency), sum(value, currency)),
  ],
  ['people', (value, { people }) => quoted(people.people, value)],
  ['devices', (value, { people }) => quoted(people.devices, value)],
  ['width', (value) => `${value} mm`],
  ['cutter', (value, { printing }) => (value === true ? printing.cutter : null)],
  ['drawer', (value, { printing }) => (value === true ? printing.drawer : null)],
  ['address', String],
];

function quoted(label: string, value: Value): string {
  return `${label} “${value}”`;
}

function lines(value: Value): string {
  return String(value).replaceAll('\n', ', ');
}

function receiptUse(value: Value, { receiptUses }: PageWords['people']): string {
  const use = receiptUseSchema.safeParse(value);
  return use.success ? receiptUses[use.data] : String(value);
}

function kinds(value: Value): string {
  try {
    const codes = codesSchema.safeParse(JSON.parse(String(value)));
    return codes.success ? codes.data.map(({ kind }) => kind).join(', ') : String(value);
  } catch {
    /* An older trail may have written it otherwise. */
    return String(value);
  }
}

function sum(value: Value, currency: string): string {
  return majorText({ amount: Number(value), currency });
}
