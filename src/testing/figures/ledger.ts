import type { ShiftKind } from '../../features/closings/contract/shift.ts';

/** One movement that the reports have to count, as the test itself caused it. */
export interface Entry {
  readonly kind: ShiftKind;
  /** Minor units; negative for a sale that was taken back. */
  readonly amount: number;
  readonly person: string;
  readonly day: string;
  /** The redemption or the refunded redemption; the order of a sale. */
  readonly id: string;
  /** True once a Z counts it. */
  closed: boolean;
}

export type LedgerSums = Readonly<Record<ShiftKind, number>>;

/** The independent record of a shop: every entry, and captures that no operation of it explains. */
export interface ShopLedger {
  readonly entries: Entry[];
  readonly unmatched: { readonly day: string; readonly amount: number }[];
}

export function ledgerSums(entries: readonly Pick<Entry, 'kind' | 'amount'>[]): LedgerSums {
  const of = (kind: ShiftKind) => entries.reduce((sum, entry) => (entry.kind === kind ? sum + entry.amount : sum), 0);
  return { redeemed: of('redeemed'), refunded: of('refunded'), sold: of('sold') };
}
