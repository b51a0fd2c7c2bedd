import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Assertion, CreationOptions, NewPasskey } from '../../features/head-office/contract/passkeys.ts';

/** Deviations of an answer from what a browser would send. */
interface Deviation {
  readonly origin?: string;
  readonly isUserVerified?: boolean;
  /** The number of signatures that it reports; by default one more each time. */
  readonly counter?: number;
}

/** An authenticator with one passkey, as a program. */
export interface SoftwareAuthenticator {
  create(options: Pick<CreationOptions, 'challenge' | 'rp'>, deviation?: Deviation): NewPasskey['credential'];
  sign(options: { readonly challenge: string; readonly rpId: string }, deviation?: Deviation): Assertion;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256Of = (data: string | Buffer) => createHash('sha256').update(data).digest();
const uint = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** Creates an authenticator that signs with P-256, for pages of this origin. */
export function createAuthenticator(pageOrigin: string): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let signatures = 0;

  const clientData = (type: string, challenge: string, { origin = pageOrigin }: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(rpId: string, { isUserVerified = true, counter }: Deviation, credential: Buffer): Buffer {
    signatures = counter ?? signatures + 1;
    const flags = USER_PRESENT + (isUserVerified ? USER_VERIFIED : 0) + (credential.length > 0 ? HAS_CREDENTIAL : 0);
    return Buffer.concat([sha256Of(rpId), Buffer.from([flags]), uint(signatures, 4), credential]);
  }

  /** The public key as a COSE map: kty EC2, alg ES256, crv P-256, x, y. */
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);
  const credential = Buffer.concat([Buffer.alloc(16), uint(credentialId.length, 2), credentialId, coseKey]);

  return {
    create({ challenge, rp }, deviation = {}) {
      const authData = authenticatorData(rp.id, deviation, credential);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        Buffer.from([0x59]),
        uint(authData.length, 2),
        authData,
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, deviation).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal' as const],
      };
      return { id, rawId: id, type: 'public-key', response };
    },
    sign({ challenge, rpId }, deviation = {}) {
      const authData = authenticatorData(rpId, deviation, Buffer.alloc(0));
      const client = clientData('webauthn.get', challenge, deviation);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256Of(client)]))
        .sign(privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { id, rawId: id, type: 'public-key', response };
    },
  };
}
