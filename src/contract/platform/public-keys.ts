import * as z from 'zod/mini';

/**
 * Public keys (JWK, Ed25519) that verify what the server signs: digital receipts, and the query of
 * a return address, without `sig`, sorted by name, as `URLSearchParams` writes it.
 */
export const publicKeysSchema = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      use: z.literal('sig'),
    }),
  ),
});
export type PublicKeys = z.infer<typeof publicKeysSchema>;
