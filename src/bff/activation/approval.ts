import type { Audit } from '../audit/audit.ts';
import type { Caller } from '../http/caller.ts';
import type { PinCheck } from '../people/pin-check.ts';
import type { Settings } from '../settings/settings.ts';
import { pinNeeded } from './problems.ts';

/** Lets an activation of so many cards begin, or throws why not. */
export type Approve = (caller: Caller, asked: { readonly cards: number; readonly pin: string | undefined }) => Promise<void>;

export interface ApprovalOptions {
  readonly settings: Pick<Settings, 'read'>;
  readonly checkPin: PinCheck;
  readonly audit: Audit;
}

/**
 * More cards than the shop's settings allow need the PIN of whoever is signed in, because a till that was left open could else make a box of
 * cards spendable. Throws problems 403 `pin-needed` and those of {@link PinCheck}.
 */
export function createApproval({ settings, checkPin, audit }: ApprovalOptions): Approve {
  return async (caller, { cards, pin }) => {
    const { shop, device, person } = caller;
    const { pinAboveCards } = await settings.read(shop);
    if (cards <= pinAboveCards) return;
    if (pin === undefined) throw pinNeeded();
    await checkPin({ shop, deviceId: device.id }, person.id, pin);
    await audit.write({ by: caller, action: 'pin.confirmed', details: { cards } });
  };
}
