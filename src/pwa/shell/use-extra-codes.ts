import { useQuery } from '@tanstack/react-query';
import type { ExtraCode } from '../../contract/voucher/extra-codes.ts';
import { settingsQuery } from '../api/queries.ts';

const NO_EXTRA_CODES: readonly ExtraCode[] = [];

/** Bar code types that the shop enabled in addition; none until the server answers. */
export function useExtraCodes(): readonly ExtraCode[] {
  return useQuery(settingsQuery).data?.extraCodes ?? NO_EXTRA_CODES;
}
