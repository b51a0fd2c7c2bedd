import { isCurrency } from '../../../contract/money.ts';
import type { VoucherInfo } from '../../../contract/tender.ts';
import { maskRef } from '../../../contract/voucher.ts';
import { oneLine } from './scalars.ts';

const VOUCHERS_MAX = 20;
const FIELDS_MAX = 30;
const DEPTH_MAX = 3;
const KEY_CHARS_MAX = 60;
const VALUE_CHARS_MAX = 200;
/** Fields that could let somebody else use the voucher. */
const SECRET_KEY = /(?:^|[^a-z])(?:pin|secret|token|password|passcode|cvv|url|link|key|voucher_id)(?:[^a-z]|$)/i;

/**
 * What `return_vouchers_info=true` told about the vouchers, for the screens. Its shape is published
 * nowhere, so anything is accepted: values are flattened to labelled text, capped in number and
 * length; secrets go, and the ref appears masked.
 */
export function readVouchersInfo(vouchers: unknown, ref: string): VoucherInfo[] {
  const entries: readonly unknown[] = Array.isArray(vouchers) ? vouchers : [vouchers];
  return entries
    .slice(0, VOUCHERS_MAX)
    .map((entry) => Object.fromEntries(fields(entry, '', 1, ref).slice(0, FIELDS_MAX)))
    .filter((info) => Object.keys(info).length > 0);
}

/**
 * What the one voucher of an answer counts: the currency that it names, or items where it names an
 * empty one, as product-based vouchers do.
 * @returns see `unitOf`; null where the answer is about several or names none
 */
export function readVoucherUnit(vouchers: unknown): string | null {
  const [only, ...more]: readonly unknown[] = Array.isArray(vouchers) ? vouchers : [vouchers];
  if (more.length > 0 || typeof only !== 'object' || only === null || !('currency' in only)) return null;
  if (only.currency === '') return 'items';
  return typeof only.currency === 'string' && isCurrency(only.currency.toUpperCase())
    ? only.currency.toUpperCase()
    : null;
}

function fields(value: unknown, path: string, depth: number, ref: string): [string, string][] {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return [];
  return Object.entries(value)
    .slice(0, FIELDS_MAX)
    .flatMap(([name, inner]: [string, unknown]): [string, string][] => {
      if (SECRET_KEY.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'))) return [];
      const key = path === '' ? name : `${path}.${name}`;
      if (!isPrimitive(inner)) return fields(inner, key, depth + 1, ref);
      const text = oneLine(withoutRef(String(inner), ref), VALUE_CHARS_MAX);
      return text === '' ? [] : [[oneLine(key, KEY_CHARS_MAX), text]];
    });
}

function isPrimitive(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/**
 * The text with every spelling of the ref masked: a ref is money, and texts are shown, printed and
 * kept.
 */
export function withoutRef(text: string, ref: string): string {
  /* Most texts hold none, and looking is cheaper than making an expression. */
  if (!text.toUpperCase().includes(ref.toUpperCase())) return text;
  const literal = ref.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  return literal === '' ? text : text.replace(new RegExp(literal, 'gi'), maskRef(ref));
}
