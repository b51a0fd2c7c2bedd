/** Tables of head office, which belong to no shop. Times as in `schema.ts`. */
export interface HeadOfficeTables {
  /** A person of head office; `until`: when they were removed, null for a member. */
  office_member: { person_id: string; since: number; until: number | null };
  /** A code that enrols two passkeys of a person. */
  office_code: {
    code_hash: string;
    person_id: string;
    expires_at: number;
    /** The number of passkeys that it has enrolled. */
    enrolled: number;
    /** When it enrolled the second one, or another code replaced it. */
    used_at: number | null;
  };
  passkey: {
    id: string;
    person_id: string;
    /** The id that the authenticator gave it, base64url. */
    credential_id: string;
    /** As COSE, base64url. */
    public_key: string;
    /** Signatures so far; 0 for authenticators that do not count. */
    counter: number;
    /** JSON: how a browser reaches the authenticator. */
    transports: string;
    name: string;
    created_at: number;
    last_used_at: number | null;
    revoked_at: number | null;
  };
  /** Random text that an authenticator has to sign. A device has at most one for each purpose. */
  passkey_challenge: {
    device_id: string;
    purpose: PasskeyPurpose;
    challenge: string;
    /** The person who owns the passkey, or will own it; null for a sign-in. */
    person_id: string | null;
    /** The code that enrols it. */
    code_hash: string | null;
    expires_at: number;
  };
}

export type PasskeyPurpose = 'sign-in' | 'code' | 'add' | 'confirm';
