import type { Generated } from 'kysely';
import type { Account, Scope } from '../base/scope.ts';

/** The merchants at the issuer, and their shops. */
export interface ShopTables {
  /** A merchant at the issuer. */
  account: {
    id: Account;
    created_at: number;
    /** Null for the account of the settings, as its address. */
    name: Generated<string | null>;
    /** Encrypted; see `StoredAddress`. */
    address_sealed: Generated<string | null>;
  };
  /** The shop of the settings, and others; their columns with the default null are null for it. */
  shop: {
    id: Scope;
    account: Account;
    mid: string | null;
    created_at: number;
    slug: Generated<string | null>;
    name: Generated<string | null>;
    /** JSON; see `StoredTerms`. */
    terms: Generated<string | null>;
    /** The shop's id and secret at the issuer, encrypted; see `StoredPair`. */
    pair_sealed: Generated<string | null>;
    suspended_at: Generated<number | null>;
    /**
     * The mid that an answer about a voucher of this shop named instead of the shop's, and when. It
     * stays after `mid` was corrected to it.
     */
    other_mid: Generated<string | null>;
    other_mid_at: Generated<number | null>;
  };
  /** Settings for all shops; `forced`: 1 if a shop cannot have its own value. */
  chain_setting: { name: string; value: string; forced: number; person_id: string; changed_at: number };
}
