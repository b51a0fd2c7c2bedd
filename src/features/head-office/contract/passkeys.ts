import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { nameSchema, pinSchema } from '../../../contract/access/people.ts';

/** A person of head office needs this number of passkeys, so that losing one locks no one out. */
export const PASSKEYS_MIN = 2;

/** Base64url text of a message of WebAuthn. */
const encodedSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.passkeyCharsMax));
const typeSchema = z.literal('public-key');
/** How a browser reaches an authenticator, such as `usb`. */
const transportsSchema = z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16));

/** The passkeys of a person. */
const knownPasskeysSchema = z.array(z.object({ id: z.string(), type: typeSchema, transports: transportsSchema }));

/** Options of `navigator.credentials.get`, for any passkey that the authenticator has. */
export const assertionOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});

export type AssertionOptions = z.infer<typeof assertionOptionsSchema>;

/** The same for the passkeys of one person. */
export const confirmationOptionsSchema = z.extend(assertionOptionsSchema, { allowCredentials: knownPasskeysSchema });
export type ConfirmationOptions = z.infer<typeof confirmationOptionsSchema>;

/** Options of `navigator.credentials.create`. */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: typeSchema, alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  /** The person's passkeys: their authenticators cannot add another. */
  excludeCredentials: knownPasskeysSchema,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type CreationOptions = z.infer<typeof creationOptionsSchema>;

/** The answer of an authenticator to {@link assertionOptionsSchema}. */
export const assertionSchema = z.object({
  id: encodedSchema,
  rawId: encodedSchema,
  type: typeSchema,
  response: z.object({
    clientDataJSON: encodedSchema,
    authenticatorData: encodedSchema,
    signature: encodedSchema,
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

const attestationSchema = z.object({
  id: encodedSchema,
  rawId: encodedSchema,
  type: typeSchema,
  response: z.object({
    clientDataJSON: encodedSchema,
    attestationObject: encodedSchema,
    transports: transportsSchema,
  }),
});

/** A new passkey: the answer of an authenticator to {@link creationOptionsSchema}, and a name. */
export const newPasskeySchema = z.strictObject({ name: nameSchema, credential: attestationSchema });
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** The PIN of a manager who has no passkey yet. */
export const ownPinSchema = z.strictObject({ pin: z.optional(pinSchema) });

export const passkeyNameSchema = z.strictObject({ name: nameSchema });

/** A passkey of the signed-in person. Times are ISO 8601 UTC. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const officeCodeSchema = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(LIMITS.setupCodeCharsMax)),
});

/** The person of a code, and the number of passkeys that the code has enrolled. */
export const codeEnrolmentSchema = z.object({
  name: z.string(),
  enrolled: z.number(),
  options: creationOptionsSchema,
});
export const enrolledSchema = z.object({ enrolled: z.number() });

export const officeMemberSchema = z.object({
  id: z.string(),
  name: z.string(),
  passkeys: z.number(),
  /** True for the caller. */
  current: z.boolean(),
});
