import { type Endpoint, get, list, post, put, remove } from '../../../contract/platform/endpoint.ts';
import { returnAddressSchema } from '../../../contract/redemption/return-address.ts';
import {
  newRegisterSchema,
  payLinkSchema,
  payLinkViewSchema,
  registerSchema,
  registerSecretSchema,
  returnRequestSchema,
} from './register.ts';

export const registerEndpoints = {
  /** Registers that may request redemptions by link. */
  registers: get('/api/registers', 'manager', list(registerSchema)),
  addRegister: post('/api/registers', 'manager', newRegisterSchema, registerSchema, { confirms: true }),
  removeRegister: remove('/api/registers/:id', 'manager', null, { confirms: true }),
  /**
   * Requires the register to sign its links from now on. Only this response contains the secret.
   */
  registerSecret: post('/api/registers/:id/secret', 'manager', null, registerSecretSchema, { confirms: true }),
  endRegisterSecret: remove('/api/registers/:id/secret', 'manager', null, { confirms: true }),
  /**
   * Starts the sale of a register's link.
   *
   * The same link returns the same sale. The sale's id in the response may be unknown to the page.
   */
  putPayLink: put('/api/pay-links/:id', 'cashier', payLinkSchema, payLinkViewSchema),
  /** The signed return address, with the sale's result from the journal. */
  returnFromLink: post('/api/pay-links/:id/return', 'cashier', returnRequestSchema, returnAddressSchema),
  /**
   * Returns the public key that verifies return addresses.
   *
   * It is a JWK (RFC 8037), the same on every server of the shop.
   */
} as const satisfies Record<string, Endpoint>;
