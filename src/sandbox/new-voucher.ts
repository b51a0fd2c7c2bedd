import { shortUrlPin, uuid } from './ids.ts';
import type { StoredProduct } from './ledger-schema.ts';

/** Returns the data of a new voucher of a product, determined by its number. */
export function newVoucher(seed: number, number: number, product: StoredProduct, value: number) {
  return {
    id: uuid(seed, 'voucher', number),
    settlement_ref: uuid(seed, 'settlement', number),
    product_code: product.code,
    currency: product.currency,
    face_value: value,
    remaining: value,
    pin: shortUrlPin(seed, number),
    client_reference: null,
  };
}
