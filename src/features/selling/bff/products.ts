import type { Product } from '../../../bff/issuer/port.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import { waitAtMost } from '../../../bff/platform/base/wait-at-most.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { ProductView } from '../contract/issue.ts';
import type { VoucherCalls } from './issuer-calls.ts';
import { PRODUCTS_PRODUCT_TIMEOUT_MS } from './limits.ts';
import { catalogueUnclear, noSuchProduct, notForSale, wrongProductCurrency, wrongValue } from './problems.ts';
import { productView } from './view.ts';

export interface ProductDeps {
  readonly issuer: Pick<VoucherCalls, 'catalogue' | 'product'>;
  readonly clock: Clock;
  readonly currency: string;
}

/**
 * Returns the products that the shop can sell.
 * @throws Problem 404 `not-sold-here` without client credentials, 502 `issuer-unclear`
 */
export async function catalogue({ issuer, currency }: ProductDeps, signal?: AbortSignal): Promise<ProductView[]> {
  const reply = await issuer.catalogue(signal);
  switch (reply.outcome) {
    case 'found':
      return reply.value.map((product) => productView(product, currency));
    case 'not-configured':
      throw notForSale();
    case 'absent':
    case 'unclear':
      throw catalogueUnclear();
    default:
      return reply satisfies never;
  }
}

/**
 * Returns one product of the catalogue, with all data from the issuer.
 * @throws as {@link catalogue}, and Problem 404 `not-found`
 */
export async function productDetails(
  { issuer, currency }: ProductDeps,
  code: string,
  signal?: AbortSignal,
): Promise<ProductView> {
  const reply = await issuer.product(code, signal);
  switch (reply.outcome) {
    case 'found':
      return productView(reply.value, currency);
    case 'not-configured':
      throw notForSale();
    case 'absent':
      throw noSuchProduct();
    case 'unclear':
      throw catalogueUnclear();
    default:
      return reply satisfies never;
  }
}

/**
 * Checks the product of an order before anything is written. If the issuer does not answer in time,
 * it decides when it gets the order.
 * @throws Problem 404 `not-sold-here`, 400 `bad-request` for a face value that does not fit the
 * product, 400 `wrong-currency`
 */
export async function productFor(
  { issuer, clock, currency }: ProductDeps,
  { productCode, faceValue }: { readonly productCode: string; readonly faceValue: number | null },
): Promise<Product | null> {
  const reply = await waitAtMost(clock, PRODUCTS_PRODUCT_TIMEOUT_MS, issuer.product(productCode));
  if (reply?.outcome === 'not-configured') throw notForSale();
  if (reply?.outcome !== 'found') return null;
  const { isOpenValue, isValueBased, currency: ofProduct } = reply.value;
  if (isValueBased !== false && ofProduct !== null && ofProduct !== currency) throw wrongProductCurrency(currency);
  if (isOpenValue !== null && isOpenValue !== (faceValue !== null)) throw wrongValue(isOpenValue);
  return reply.value;
}

/** Assumed amount of a voucher of unknown value, minor units: the largest face value. */
const ASSUMED_VALUE = LIMITS.faceValueMax;
/** Assumed amount of a voucher for items, minor units. */
const ITEMS_VALUE = 10_000;

/**
 * Returns the amount of an order for the ceiling, minor units. @param product null if the issuer
 * did not answer in time
 */
export function orderSumOf(
  order: { readonly quantity: number; readonly faceValue: number | null },
  product: Product | null,
): number {
  const ofProduct = product?.isValueBased === false ? ITEMS_VALUE : product?.amount;
  return order.quantity * (order.faceValue ?? ofProduct ?? ASSUMED_VALUE);
}
