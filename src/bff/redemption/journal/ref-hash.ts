import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Keys } from '../../platform/base/keys.ts';

/** Returns the keyed hash by which a voucher is locked and found. All spellings share one hash. */
export function refHash(keys: Pick<Keys, 'hash'>, ref: string): string {
  return keys.hash(`ref:${refIdentity(ref)}`);
}
