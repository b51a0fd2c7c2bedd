import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ShopSettings, ShopSettingsChange } from '../../contract/access/settings.ts';
import type { RequestOf } from '../../contract/platform/endpoint.ts';
import type { endpoints } from '../../contract/platform/endpoints.ts';
import { call } from '../api/live.ts';
import { settingsQuery, shopQuery } from '../api/queries.ts';

function takeSettings(client: QueryClient, settings: ShopSettings): void {
  void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
  client.setQueryData(settingsQuery.queryKey, settings);
  /* The shop's data contains the start of its business day. */
  void client.invalidateQueries({ queryKey: shopQuery.queryKey });
}

/** Changes the given settings; other settings stay. */
export function useSetSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof endpoints.putSettings>) => call('putSettings', { body }),
    onSuccess: (settings) => takeSettings(client, settings),
  });
}

interface ChainChange {
  readonly settings: ShopSettingsChange;
  /** The settings that shops then cannot change. */
  readonly lock: readonly string[];
}

/** Changes the given settings for all shops, first those that it locks; for head office. */
export function useSetChainSettings() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ settings, lock }: ChainChange) {
      for (const locked of [true, false]) {
        const part = Object.entries(settings).filter(([name]) => lock.includes(name) === locked);
        if (part.length === 0) continue;
        takeSettings(client, await call('putChainSettings', { body: { settings: Object.fromEntries(part), locked } }));
      }
    },
  });
}
