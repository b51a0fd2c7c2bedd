import * as z from 'zod/mini';

/** Documents that a printer receives. */
export const documentKindSchema = z.enum(['receipt', 'refund', 'certificate', 'closing', 'story', 'voucher', 'test']);
export type DocumentKind = z.infer<typeof documentKindSchema>;
