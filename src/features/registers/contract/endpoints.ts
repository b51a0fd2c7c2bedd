import { type Endpoint, get, list, post, put, remove } from '../../../contract/platform/endpoint.ts';
import { returnAddressSchema } from '../../../contract/redemption/return-address.ts';
import {
  newRegisterSchema,
  payLinkSchema,
  payLinkViewSchema,
  publicKeysSchema,
  registerSchema,
  registerSecretSchema,
  returnRequestSchema,
} from './register.ts';

export const registerEndpoints = {
  /** Registers that may ask for redemptions by link. */
  registers: get('/api/registers', 'manager', list(registerSchema)),
  addRegister: post('/api/registers', 'manager', newRegisterSchema, registerSchema),
  removeRegister: remove('/api/registers/:id', 'manager', null),
  /**
   * Makes the register sign its links from then on.
   *
   * This answer is the only one that holds the secret.
   */
  registerSecret: post('/api/registers/:id/secret', 'manager', null, registerSecretSchema),
  endRegisterSecret: remove('/api/registers/:id/secret', 'manager', null),
  /**
   * Begins the sale that a register's link asks for.
   *
   * The same link again is the same sale. The answer has the sale's id, which the page may not
   * know.
   */
  putPayLink: put('/api/pay-links/:id', 'cashier', payLinkSchema, payLinkViewSchema),
  /** Where the browser goes back to, signed, with what the journal knows of the sale. */
  returnFromLink: post('/api/pay-links/:id/return', 'cashier', returnRequestSchema, returnAddressSchema),
  /**
   * Tells the key for the signature of an address that leads back.
   *
   * It is a JWK (RFC 8037), for every server of the shop.
   */
  returnKey: get('/.well-known/tillside.json', 'any', publicKeysSchema),
} as const satisfies Record<string, Endpoint>;
