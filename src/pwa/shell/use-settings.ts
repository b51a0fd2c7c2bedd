import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '../../contract/platform/endpoint.ts';
import type { endpoints } from '../../contract/platform/endpoints.ts';
import { call } from '../api/live.ts';
import { settingsQuery, shopQuery } from '../api/queries.ts';

/** Changes the given settings; other settings stay. */
export function useSetSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof endpoints.putSettings>) => call('putSettings', { body }),
    onSuccess(settings) {
      client.setQueryData(settingsQuery.queryKey, settings);
      /* The shop's data contains the start of its business day. */
      void client.invalidateQueries({ queryKey: shopQuery.queryKey });
    },
  });
}
