/** Tables that only customer displays use. Times and flags as in `schema.ts`. */
export interface DisplayTables {
  /**
   * The screen of a till that has customer displays.
   *
   * Minor units. It does not state what was redeemed.
   */
  shown_sale: { till_id: string; sale_id: string; due: number | null; currency: string | null; busy: number };
}
