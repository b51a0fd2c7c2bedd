import { useQuery } from '@tanstack/react-query';
import type { ExtraCode } from '../../contract/voucher/extra-codes.ts';
import { settingsQuery } from '../api/queries.ts';

const NONE: readonly ExtraCode[] = [];

/** Kinds of bar codes that the shop wants its cameras to read; none until the server said so. */
export function useExtraCodes(): readonly ExtraCode[] {
  return useQuery(settingsQuery).data?.extraCodes ?? NONE;
}
