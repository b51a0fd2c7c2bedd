/** Tables that only customer displays use. Times and flags as in `schema.ts`. */
export interface DisplayTables {
  /**
   * What a till that is shown elsewhere has on its screen.
   *
   * Minor units; nothing of it says what was taken.
   */
  shown_sale: { till_id: string; sale_id: string; due: number | null; currency: string | null; busy: number };
}
