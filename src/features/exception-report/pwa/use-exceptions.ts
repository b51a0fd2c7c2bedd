import { queryOptions } from '@tanstack/react-query';
import type { Thresholds } from '../../../contract/access/thresholds.ts';
import { call } from '../../../pwa/api/live.ts';

/** @param tried thresholds to try out instead of the shop's; they are not stored */
export const exceptionsQuery = (tried?: Thresholds) =>
  queryOptions({
    queryKey: tried === undefined ? ['exceptions'] : ['exceptions', tried],
    queryFn: ({ signal }) => call('exceptions', { body: tried === undefined ? {} : { thresholds: tried }, signal }),
  });
