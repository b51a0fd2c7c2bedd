import * as z from 'zod';
import type { Product } from '../port.ts';
import { currencyCode, flag, idText, integer, label } from './scalars.ts';

const productSchema = z
  .object({
    code: idText,
    product_code: idText,
    name: label,
    product_name: label,
    is_value_based: flag,
    is_open_value: flag,
    is_status_available: flag,
    is_multiple_use: flag,
    currency: currencyCode,
    amount: integer,
    description: label,
    terms_and_conditions: label,
  })
  .transform((wire, context): Product => {
    const code = wire.code ?? wire.product_code;
    if (code === null) context.addIssue('a product has no code');
    return {
      code: code ?? '',
      name: wire.name ?? wire.product_name ?? code ?? '',
      isValueBased: wire.is_value_based,
      isOpenValue: wire.is_open_value,
      isStatusAvailable: wire.is_status_available,
      isMultipleUse: wire.is_multiple_use,
      currency: wire.currency,
      amount: wire.amount,
      description: wire.description,
      termsAndConditions: wire.terms_and_conditions,
    };
  });
/** Keys that a service may wrap its answer in. */
const CATALOGUE_KEYS = ['products', 'data', 'items', 'catalogue', 'catalog'];
const PRODUCT_KEYS = ['product', 'data'];

/** Reads GET /v3/products/{code}, bare or wrapped; null if it is not a product. */
export function readProduct(body: unknown): Product | null {
  return productSchema.safeParse(unwrap(body, PRODUCT_KEYS)).data ?? productSchema.safeParse(body).data ?? null;
}

/**
 * Reads GET /v3/products, a bare or wrapped array; odd entries are left out. Null if there is no
 * array.
 */
export function readCatalogue(body: unknown): Product[] | null {
  const list = Array.isArray(body) ? body : unwrap(body, CATALOGUE_KEYS);
  return Array.isArray(list) ? list.flatMap((entry: unknown) => productSchema.safeParse(entry).data ?? []) : null;
}

function unwrap(body: unknown, keys: readonly string[]): unknown {
  const wrapped = z.record(z.string(), z.unknown()).safeParse(body).data ?? {};
  return keys.map((key) => wrapped[key]).find((value) => value !== undefined && value !== null);
}
