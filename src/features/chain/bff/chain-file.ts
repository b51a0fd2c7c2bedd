import { type Document, parseDocument, stringify, visit } from 'yaml';
import * as z from 'zod';
import { faultsOfSetting } from '../../../bff/platform/config/config.ts';
import { nameSchema, roleSchema } from '../../../contract/access/people.ts';
import { chainSettingsInFileSchema } from './settings-in-file.ts';
import { shopPartsSchema } from './shop-parts.ts';

const slug = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);
const text = z.string().min(1).max(4096);
/** A value with the rules of a setting of the server. */
const asSetting = (name: Parameters<typeof faultsOfSetting>[0]) =>
  text.superRefine((value, context) => {
    for (const fault of faultsOfSetting(name, value)) context.addIssue(fault);
  });

const clientSchema = z.strictObject({
  baseUrl: asSetting('CLIENT_BASE_URL'),
  tokenUrl: asSetting('CLIENT_TOKEN_URL'),
  clientId: asSetting('CLIENT_ID'),
  /** File with the secret; left out: unchanged. */
  secretFile: text.optional(),
});

const accountSchema = z.strictObject({
  merchantBaseUrl: asSetting('MERCHANT_BASE_URL'),
  client: clientSchema.optional(),
});
export type AccountInFile = z.infer<typeof accountSchema>;

/** Roles of people by name; left out: unchanged. */
const staffSchema = z.record(nameSchema, roleSchema).optional();

const shopSchema = z.strictObject({
  name: nameSchema,
  /** Key of an account in the file; left out: the account of the server's settings. */
  account: slug.optional(),
  /** Left out: unchanged, and learned from the first answer that contains it. */
  mid: text.optional(),
  timeZone: asSetting('TIME_ZONE').optional(),
  currency: asSetting('CURRENCY').optional(),
  productClass: asSetting('PRODUCT_CLASS').optional(),
  clientId: asSetting('MERCHANT_CLIENT_ID'),
  secretFile: text.optional(),
  suspended: z.boolean().optional(),
  staff: staffSchema,
  ...shopPartsSchema.shape,
});

const chainSchema = z.strictObject({
  /** The name, parts and staff of the shop of the server's settings; left out: unchanged. */
  name: z.optional(nameSchema),
  firstShop: z.strictObject({ ...shopPartsSchema.shape, staff: staffSchema }).optional(),
  /** Values for all shops. */
  settings: chainSettingsInFileSchema.optional(),
  accounts: z.record(slug, accountSchema).optional(),
  /** The people of head office by name; left out: unchanged. */
  office: z
    .array(nameSchema)
    .refine((names) => new Set(names).size === names.length, 'names a person twice')
    .optional(),
  shops: z.record(slug, shopSchema).default({}),
});

/** Accounts and shops as a file describes them, by short name. */
export type Chain = z.infer<typeof chainSchema>;
export type ShopInFile = Chain['shops'][string];

/**
 * Reads the text of a chain file.
 * @throws Error with every fault, one line each, beginning with its place in the file
 */
export function readChain(yaml: string): Chain {
  /* The parser compares each name with all others. */
  const document = parseDocument(yaml, { prettyErrors: true, uniqueKeys: false });
  const [error] = document.errors;
  if (error) throw new Error(error.message);
  assertNamedOnce(document);
  const parsed = chainSchema.safeParse(document.toJS({ maxAliasCount: 0 }) ?? {});
  if (!parsed.success) throw new Error(parsed.error.issues.map(faultText).join('\n'));
  const unknown = Object.entries(parsed.data.shops).filter(
    ([, { account }]) => account !== undefined && !Object.hasOwn(parsed.data.accounts ?? {}, account),
  );
  if (unknown.length > 0)
    throw new Error(
      unknown.map(([name, { account }]) => `shops.${name}.account: no account is named ${account}`).join('\n'),
    );
  return parsed.data;
}

const faultText = ({ path, code, message }: z.core.$ZodIssue) =>
  `${path.join('.')}: ${code === 'invalid_key' ? 'must be a short name of a-z, 0-9 and -' : message}`;

/** Writes a chain as {@link readChain} reads it. */
export const chainText = (chain: Chain): string => stringify(chain, { lineWidth: 0 });

/** @throws Error if a part of the file has two entries of one name */
function assertNamedOnce(document: Document): void {
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const { key } of items) {
        const name = String(key);
        if (seen.has(name)) throw new Error(`${name} is listed twice`);
        seen.add(name);
      }
    },
  });
}
