import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Keys } from '../../platform/base/keys.ts';

/** The keyed hash by which a voucher is locked and found, in whatever spelling. */
export function refHash(keys: Pick<Keys, 'hash'>, ref: string): string {
  return keys.hash(`ref:${refIdentity(ref)}`);
}
