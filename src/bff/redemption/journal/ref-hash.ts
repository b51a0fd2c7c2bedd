import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Keys } from '../../platform/base/keys.ts';

/** Returns the keyed hash for locking and finding a voucher. All spellings share one hash. */
export function refHash(keys: Pick<Keys, 'hash'>, ref: string): string {
  return keys.hash(`ref:${refIdentity(ref)}`);
}
