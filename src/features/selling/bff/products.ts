import type { IssuerAdmin, Product } from '../../../bff/issuer/admin-port.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import { within } from '../../../bff/platform/base/within.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { ProductView } from '../contract/issue.ts';
import { catalogueUnclear, noSuchProduct, notSoldHere, wrongFaceValue } from './problems.ts';
import { productView } from './view.ts';

export interface ProductDeps {
  readonly issuer: Pick<IssuerAdmin, 'catalogue' | 'product'>;
  readonly clock: Clock;
  readonly currency: string;
}

/** An issue waits no longer than this for data of its product. */
const PRODUCT_WITHIN_MS = 2_000;

/**
 * Returns the products that the shop can sell.
 * @throws Problem 404 `not-sold-here` without client credentials, 502 `issuer-unclear`
 */
export async function catalogue({ issuer, currency }: ProductDeps, signal?: AbortSignal): Promise<ProductView[]> {
  const asked = await issuer.catalogue(signal);
  switch (asked.outcome) {
    case 'found':
      return asked.value.map((product) => productView(product, currency));
    case 'not-configured':
      throw notSoldHere();
    case 'absent':
    case 'unclear':
      throw catalogueUnclear();
    default:
      return asked satisfies never;
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
  const asked = await issuer.product(code, signal);
  switch (asked.outcome) {
    case 'found':
      return productView(asked.value, currency);
    case 'not-configured':
      throw notSoldHere();
    case 'absent':
      throw noSuchProduct();
    case 'unclear':
      throw catalogueUnclear();
    default:
      return asked satisfies never;
  }
}

/**
 * Checks the product of an order before anything is written. If the issuer does not answer in time,
 * it decides itself later.
 * @throws Problem 404 `not-sold-here`, 400 `bad-request` for a face value that does not fit the
 * product
 */
export async function productFor(
  { issuer, clock }: ProductDeps,
  { productCode, faceValue }: { readonly productCode: string; readonly faceValue: number | null },
): Promise<Product | null> {
  const asked = await within(clock, PRODUCT_WITHIN_MS, issuer.product(productCode));
  if (asked?.outcome === 'not-configured') throw notSoldHere();
  if (asked?.outcome !== 'found') return null;
  const { isOpenValue } = asked.value;
  if (isOpenValue !== null && isOpenValue !== (faceValue !== null)) throw wrongFaceValue(isOpenValue);
  return asked.value;
}

/** The amount that a voucher of unknown value counts, minor units: the largest face value. */
const UNKNOWN_WORTH = LIMITS.faceValueMax;
/** The amount that a voucher for items counts, minor units. */
const WORTH_OF_ITEMS = 10_000;

/**
 * Returns the amount of an order for the ceiling, minor units. @param product null if the issuer
 * did not answer in time
 */
export function orderSumOf(
  order: { readonly quantity: number; readonly faceValue: number | null },
  product: Product | null,
): number {
  const ofProduct = product?.isValueBased === false ? WORTH_OF_ITEMS : product?.amount;
  return order.quantity * (order.faceValue ?? ofProduct ?? UNKNOWN_WORTH);
}
