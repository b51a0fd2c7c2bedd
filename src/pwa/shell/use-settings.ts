import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '../../contract/platform/endpoint.ts';
import type { endpoints } from '../../contract/platform/endpoints.ts';
import { call } from '../api/live.ts';
import { settingsQuery, shopQuery } from '../api/queries.ts';

/** Sets what is given of the shop's settings; the rest stays. */
export function useSetSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof endpoints.putSettings>) => call('putSettings', { body }),
    onSuccess(settings) {
      client.setQueryData(settingsQuery.queryKey, settings);
      /* It says when the shop's days begin. */
      void client.invalidateQueries({ queryKey: shopQuery.queryKey });
    },
  });
}
