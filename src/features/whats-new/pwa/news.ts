/** News for managers, newest version first. The texts of each topic are in `words/`. */
export const VERSION_NEWS = [{ version: '0.1.0', topics: ['firstPin', 'restoredAccess', 'allShops'] }] as const;

export type NewsTopic = (typeof VERSION_NEWS)[number]['topics'][number];

/** Returns true if a list of news has versions after the one that a person has read about. */
export function hasUnread(news: readonly { readonly version: string }[], readVersion: string): boolean {
  return news.some(({ version }) => version.localeCompare(readVersion, 'en', { numeric: true }) > 0);
}
