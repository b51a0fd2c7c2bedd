import * as z from 'zod';
import { isCurrency } from '../../../contract/money/money.ts';
import type { VoucherInfo } from '../../../contract/redemption/tender.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { DEPTH_MAX, FIELDS_MAX, KEY_CHARS_MAX, REFS_MAX, VALUE_CHARS_MAX, VOUCHERS_MAX } from './limits.ts';
import { idText, integer, oneLine } from './scalars.ts';

/** Fields that could let another person use the voucher. */
const SECRET_KEY = /(?:^|[^a-z])(?:pin|secret|token|password|passcode|cvv|url|link|key|voucher_id)(?:[^a-z]|$)/i;

/** Fields whose value is always a voucher's ref. */
const REF_KEY = /(?:^|_)(?:ref|voucher_code|voucher_number|card_number|barcode)$/i;
/** Shorter refs are masked only in their own field, because in a text they could be any word. */
const REF_CHARS_MIN = 6;

/**
 * Reads the voucher details from `return_vouchers_info=true` for the screens. Their shape is not
 * published, so anything is accepted: values are flattened to labelled text, limited in number and
 * length; secrets are removed, and every ref is masked, not only the requested one.
 */
export function readVouchersInfo(vouchers: unknown, ref: string): VoucherInfo[] {
  const entries = entriesOf(vouchers).slice(0, VOUCHERS_MAX);
  const named = entries.flatMap((entry) => namedIn(entry)).filter(({ length }) => length >= REF_CHARS_MIN);
  const refs = [ref, ...named.slice(0, REFS_MAX)];
  return entries
    .map((entry) => Object.fromEntries(fields(entry, '', 1, refs).slice(0, FIELDS_MAX)))
    .filter((info) => Object.keys(info).length > 0);
}

/** The fields that we read of an entry of `vouchers`; null if absent. */
export interface VoucherEntry {
  /** From the fields that name a voucher as a shop redeems it. */
  readonly refs: readonly string[];
  /** The amount used and the amount left; whole numbers in the voucher's own unit. */
  readonly usingValue: number | null;
  readonly remaining: number | null;
}

/** Settlement refs and ids are left out: they may use other numbers than the displayed ref. */
const DISPLAYED_REF_KEY = /^(?:ref|voucher_ref|voucher_code)$/i;

/** Reads the understood fields of the entries of `vouchers`. */
export function readVoucherEntries(vouchers: unknown): VoucherEntry[] {
  return entriesOf(vouchers).flatMap((entry) => {
    const values = voucherEntrySchema.safeParse(entry).data;
    if (values === undefined) return [];
    const refs = Object.entries(entry ?? {}).flatMap(([key, value]) =>
      DISPLAYED_REF_KEY.test(key) ? (idText.parse(value) ?? []) : [],
    );
    return { refs, usingValue: values.using_value, remaining: values.remaining_value };
  });
}

const voucherEntrySchema = z.object({ using_value: integer, remaining_value: integer });

function entriesOf(vouchers: unknown): readonly unknown[] {
  return Array.isArray(vouchers) ? vouchers : [vouchers];
}

/** Returns the refs that a value names, at any displayed depth. */
function namedIn(value: unknown, depth = 1): string[] {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    isPrimitive(inner) && REF_KEY.test(snakeCase(name)) ? (idText.parse(inner) ?? []) : namedIn(inner, depth + 1),
  );
}

function snakeCase(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1_$2');
}

/**
 * Returns the unit of the only voucher of an answer: the named currency, or items if the currency
 * is empty, as for product-based vouchers.
 * @returns see `unitOf`; null if the answer is about several vouchers or names no unit
 */
export function readVoucherUnit(vouchers: unknown): string | null {
  const [only, ...more] = entriesOf(vouchers);
  if (more.length > 0 || typeof only !== 'object' || only === null || !('currency' in only)) return null;
  if (only.currency === '') return 'items';
  return typeof only.currency === 'string' && isCurrency(only.currency.toUpperCase())
    ? only.currency.toUpperCase()
    : null;
}

function fields(value: unknown, path: string, depth: number, refs: readonly string[]): [string, string][] {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return [];
  return Object.entries(value)
    .slice(0, FIELDS_MAX)
    .flatMap(([name, inner]: [string, unknown]): [string, string][] => {
      if (SECRET_KEY.test(snakeCase(name))) return [];
      const key = path === '' ? name : `${path}.${name}`;
      if (!isPrimitive(inner)) return fields(inner, key, depth + 1, refs);
      const text = REF_KEY.test(snakeCase(name))
        ? maskRef(oneLine(String(inner)))
        : oneLine(refs.reduce(withoutRef, String(inner)), VALUE_CHARS_MAX);
      return text === '' ? [] : [[oneLine(key, KEY_CHARS_MAX), text]];
    });
}

function isPrimitive(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/**
 * Masks every spelling of the ref in a text: a ref is as good as money, and texts are displayed,
 * printed and stored.
 */
export function withoutRef(text: string, ref: string): string {
  /* Most texts contain none, and searching is cheaper than creating an expression. */
  if (!text.toUpperCase().includes(ref.toUpperCase())) return text;
  const literal = ref.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  return literal === '' ? text : text.replace(new RegExp(literal, 'gi'), maskRef(ref));
}
