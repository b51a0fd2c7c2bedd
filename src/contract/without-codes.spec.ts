import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { endpoints } from './platform/endpoints.ts';
import { withoutCodes } from './without-codes.ts';

describe('a text written by a person', () => {
  it.each([
    ['of ten digits', 'Card 1234567890 was torn', 'Card ··7890 was torn'],
    ['in groups', '1234-5678-9012 and 1234 5678 90', '··9012 and ··7890'],
    ['in full-width digits', '１２３４５６７８９０', '··7890'],
    ['of two letters and digits', 'AB123456789, ab 1234567890', '··6789, ··7890'],
    ['of letters and digits', 'tried k7m2p9q4x1z8 twice', 'tried ··x1z8 twice'],
    ['as a link', 'see https://vouchers.example/v/3f0e1c52-6f0e-4a8e-9d7a-0123456789ab', 'see ··89ab'],
  ])('contains no code %s after masking', (_, text, kept) => {
    expect(withoutCodes(text)).toBe(kept);
    expect(withoutCodes(kept)).toBe(kept);
  });

  it.each([
    'Came back on 2026-11-26 15:30, till 2, SGD 1,234.50',
    'Registration of the customer, order 4711-12',
    'Receipt R-2041, phone 6123 4567',
  ])('is unchanged if it contains no code: %s', (text) => {
    expect(withoutCodes(text)).toBe(text);
  });
});

/** The fields of a schema by their names, whatever lies around them. */
function* fieldsOf(schema: z.ZodMiniType, name = ''): Generator<readonly [name: string, schema: z.ZodMiniType]> {
  const def = schema.def as unknown as Readonly<Record<string, unknown>> & { readonly type: string };
  if (def.type === 'string') yield [name, schema];
  const inner = ['innerType', 'element', 'valueType', 'in', 'left', 'right'].flatMap((part) =>
    def[part] ? [def[part]] : [],
  );
  for (const one of [...inner, ...((def['options'] as unknown[] | undefined) ?? [])])
    yield* fieldsOf(one as z.ZodMiniType, name);
  for (const [field, one] of Object.entries((def['shape'] as Record<string, z.ZodMiniType> | undefined) ?? {}))
    yield* fieldsOf(one, field);
}

describe('free text in a request', () => {
  const written = Object.entries(endpoints).flatMap(([route, { request }]) =>
    request === null
      ? []
      : [...fieldsOf(request)]
          .filter(([name]) => /(reason|note|comment|remark)$/i.test(name))
          .map(([name, schema]) => [`${route} ${name}`, schema] as const),
  );

  it('is found in all parts of the request', () => {
    const found = written.map(([where]) => where);
    expect(found).toEqual(expect.arrayContaining(['askApproval reason', 'putRefund reason', 'putClosing note']));
  });

  it.each(written)('is stored without voucher codes: %s', (_, schema) => {
    const parsed = schema.safeParse('Customer read 1234567890 to me');
    expect(parsed.data).toBe('Customer read ··7890 to me');
  });
});
