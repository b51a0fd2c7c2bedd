import { LIMITS } from '../../../contract/access/limits.ts';
import type { Person } from '../../../contract/access/people.ts';
import type { Assertion, CreationOptions, NewPasskey } from '../contract/passkeys.ts';

/** EdDSA, ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

export interface StoredPasskey {
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
}

/** The origin that the browser sees, and the challenge that it had to sign. */
interface Expected {
  readonly origin: string;
  readonly challenge: string;
}

export interface VerifiedPasskey extends StoredPasskey {
  readonly transports: NewPasskey['credential']['response']['transports'];
}

/* The library is large, and few servers need it. */
const library = () => import('@simplewebauthn/server');

const relyingPartyId = (origin: string) => new URL(origin).hostname;

export function assertionOptions({ origin, challenge }: Expected) {
  const rpId = relyingPartyId(origin);
  return { challenge, rpId, timeout: LIMITS.passkeyChallengeMs, userVerification: 'required' as const };
}

export function creationOptions(
  { origin, challenge }: Expected,
  { id, name }: Pick<Person, 'id' | 'name'>,
  known: CreationOptions['excludeCredentials'],
): CreationOptions {
  return {
    challenge,
    rp: { id: relyingPartyId(origin), name: 'Tillside' },
    user: { id: Buffer.from(id).toString('base64url'), name, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: LIMITS.passkeyChallengeMs,
    attestation: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/**
 * Verifies an answer of an authenticator.
 * @returns the new number of signatures; null if anything is wrong
 */
export async function verifyAssertion(
  credential: Assertion,
  { origin, challenge }: Expected,
  { credential_id: id, public_key, counter }: StoredPasskey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyId(origin),
      credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** Verifies a new passkey. @returns null if anything is wrong */
export async function verifyNewPasskey(
  { credential }: NewPasskey,
  { origin, challenge }: Expected,
): Promise<VerifiedPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyId(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: credential.response.transports,
    };
  } catch {
    return null;
  }
}
