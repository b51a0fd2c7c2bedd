import { createContext, type ReactNode, use, useContext, useEffect, useState } from 'react';
import { isLanguage, LANGUAGES, type Language, preferredLanguage } from '../../contract/platform/languages.ts';
import { type InitialMessages, initialMessages } from './door-en.ts';
import type { Messages } from './en.ts';
import { fetchCatalogue } from './languages.ts';

const CHOSEN = 'tillside.language';

interface Spoken {
  readonly language: Language;
  /** Null until the whole catalogue is loaded: English has two parts. */
  readonly messages: Messages | null;
}

interface Choices {
  /** The language of this device, for people without a choice of their own. */
  readonly choose: (language: Language) => void;
  /** The language of the signed-in user; null without a user or a choice. */
  readonly speak: (language: Language | null) => void;
}

const MessagesContext = createContext<Spoken & Choices>({
  language: 'en',
  messages: null,
  choose: () => undefined,
  speak: () => undefined,
});

/**
 * Provides the texts in the user's language, else the device's, else the browser's. The previous
 * language stays until the texts are loaded.
 */
export function MessagesProvider({ children }: { readonly children: ReactNode }) {
  const [device, setDevice] = useState<Language>(initialLanguage);
  const [person, speak] = useState<Language | null>(null);
  const wanted = person ?? device;
  const [spoken, setSpoken] = useState<Spoken>({ language: 'en', messages: null });
  useEffect(() => {
    let stale = false;
    void fetchMessages(wanted).then((messages) => {
      if (!stale) setSpoken({ language: wanted, messages });
    });
    return () => {
      stale = true;
    };
  }, [wanted]);
  useEffect(() => {
    document.documentElement.lang = LANGUAGES[spoken.language].tag;
  }, [spoken.language]);
  useEffect(() => {
    /* A choice in one tab of a till applies to all its tabs. */
    const follow = ({ key }: StorageEvent) => {
      if (key === CHOSEN) setDevice(initialLanguage());
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
  const choose = (language: Language) => {
    localStorage.setItem(CHOSEN, language);
    setDevice(language);
  };
  return <MessagesContext value={{ ...spoken, choose, speak }}>{children}</MessagesContext>;
}

function initialLanguage(): Language {
  const chosen = localStorage.getItem(CHOSEN);
  return isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages);
}

/** Preloads the texts of the first screen. If this fails offline, they load on first use. */
export function preloadMessages(): void {
  fetchFirstMessages().catch(() => undefined);
}

/** Loads the texts of the language of the first screen. */
export function fetchFirstMessages(): Promise<Messages> {
  return fetchMessages(initialLanguage());
}

function fetchMessages(language: Language): Promise<Messages> {
  return language === 'en' ? fetchWholeEnglish() : fetchCatalogue(language);
}

/** The texts that are available from the start, in the current language. */
export function useInitialMessages(): InitialMessages {
  return useContext(MessagesContext).messages ?? initialMessages;
}

/** All shared texts in the current language. Suspends until they are loaded. */
export function useMessages(): Messages {
  return useContext(MessagesContext).messages ?? english ?? use(fetchWholeEnglish());
}

let english: Messages | null = null;
/** Stored, so that a suspended screen gets the same promise when it renders again. */
let fetching: Promise<Messages> | null = null;

/** Loads all English texts once. After a failure, the next call loads them again. */
export function fetchWholeEnglish(): Promise<Messages> {
  fetching ??= fetchCatalogue('en').then(
    (messages) => (english = messages),
    (error: unknown) => {
      fetching = null;
      throw error;
    },
  );
  return fetching;
}

/** Stored by language, so that a suspended screen gets the same promise when it renders again. */
const catalogues = new Map<Language, Promise<Messages>>();

function catalogueOf(language: Language): Promise<Messages> {
  const messages = catalogues.get(language) ?? fetchMessages(language);
  catalogues.set(language, messages);
  messages.catch(() => catalogues.delete(language));
  return messages;
}

/**
 * Uses another language for its children, for a document in the customer's language. Suspends until
 * its texts are loaded.
 */
export function WithLanguage({ language, children }: { readonly language: Language; readonly children: ReactNode }) {
  const outer = useContext(MessagesContext);
  const messages = use(catalogueOf(language));
  return <MessagesContext value={{ ...outer, language, messages }}>{children}</MessagesContext>;
}

/** The current language, and a function to change it. */
export function useLanguage(): Choices & { readonly language: Language } {
  const { language, choose, speak } = useContext(MessagesContext);
  return { language, choose, speak };
}

/** Uses a person's language while they are at the device. */
export function usePersonLanguage(language: Language | null): void {
  const { speak } = useContext(MessagesContext);
  useEffect(() => {
    speak(language);
    return () => speak(null);
  }, [speak, language]);
}
