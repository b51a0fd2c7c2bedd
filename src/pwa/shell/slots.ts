import type { ReturnAddress } from '../../contract/redemption/return-address.ts';
import { PAGE_FEATURES } from '../../features/pwa.ts';
import type { Slots } from './feature.ts';

/** The components that features provide for a slot, in the order of their list. */
export function slotsOf<Name extends keyof Slots>(name: Name): readonly NonNullable<Slots[Name]>[] {
  return PAGE_FEATURES.flatMap(({ slots }) => slots?.[name] ?? []);
}

/**
 * Requests the return address of the register that opened a sale.
 * @param awaiting ids of the redemptions that this page holds for the sale
 */
export async function returnAddressOf(saleId: string, awaiting: string[]): Promise<ReturnAddress> {
  const feature = PAGE_FEATURES.find(({ returnAddressOf: find }) => find);
  if (feature?.returnAddressOf === undefined) throw new Error('No feature opens sales by link');
  return feature.returnAddressOf(saleId, awaiting);
}
