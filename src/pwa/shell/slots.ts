import { PAGE_FEATURES } from '../../features/pwa.ts';
import type { Slots } from './feature.ts';

/** The components that features provide for a slot, in the order of their list. */
export function slotsOf<Name extends keyof Slots>(name: Name): readonly NonNullable<Slots[Name]>[] {
  return PAGE_FEATURES.flatMap(({ slots }) => slots?.[name] ?? []);
}
