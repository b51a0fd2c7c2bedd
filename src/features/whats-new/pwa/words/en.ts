import type { NewsTopic } from '../news.ts';

/** Texts about new versions, for managers. */
export const en = {
  title: 'What’s new',
  updated: 'Tillside was updated',
  version: (version: string) => `Version ${version}`,
  topics: {
    firstPin: 'New staff can choose their first PIN on a till, with the one-time code on a printed slip.',
    restoredAccess:
      'After a restore, Today lists the access that may have come back, such as devices and API keys. Confirm or end each entry.',
    allShops: 'With several shops, All shops shows their closings, statements and exceptions together.',
  } satisfies Record<NewsTopic, string>,
};

/** The texts that every language has. */
export type WhatsNewMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly 'whats-new': WhatsNewMessages;
  }
}
