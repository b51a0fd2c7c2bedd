import { createContext, type ReactNode, use, useContext, useEffect, useState } from 'react';
import { LANGUAGES, type Language } from '../../contract/platform/languages.ts';
import { type DoorWords, door } from './door-en.ts';
import type { Words } from './en.ts';
import { fetchCatalogue, isLanguage, preferredLanguage } from './languages.ts';

const CHOSEN = 'tillside.language';

interface Spoken {
  readonly language: Language;
  /** Null until the whole catalogue has arrived: English comes in two parts. */
  readonly words: Words | null;
}

interface Choices {
  /** The language of this device, for whoever has none of their own. */
  readonly choose: (language: Language) => void;
  /** The language of whoever is at the device; null for nobody, or for somebody without one. */
  readonly speak: (language: Language | null) => void;
}

const WordsContext = createContext<Spoken & Choices>({ language: 'en', words: null, choose: () => undefined, speak: () => undefined });

/** Speaks the language of the person, or else of the device, or else the browser's; until its words have arrived, the ones before stay. */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const [device, setDevice] = useState<Language>(initialLanguage);
  const [person, speak] = useState<Language | null>(null);
  const wanted = person ?? device;
  const [spoken, setSpoken] = useState<Spoken>({ language: 'en', words: null });
  useEffect(() => {
    let stale = false;
    void fetchWords(wanted).then((words) => {
      if (!stale) setSpoken({ language: wanted, words });
    });
    return () => {
      stale = true;
    };
  }, [wanted]);
  useEffect(() => {
    document.documentElement.lang = LANGUAGES[spoken.language].tag;
  }, [spoken.language]);
  useEffect(() => {
    /* What is chosen in one tab of a till holds in all of them. */
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
  return <WordsContext value={{ ...spoken, choose, speak }}>{children}</WordsContext>;
}

function initialLanguage(): Language {
  const chosen = localStorage.getItem(CHOSEN);
  return isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages);
}

/** Fetches the words of the language on the first screen before they are needed. Without a network they are simply fetched when they are shown. */
export function preloadWords(): void {
  firstWords().catch(() => undefined);
}

/** The words of the language on the first screen. */
export function firstWords(): Promise<Words> {
  return fetchWords(initialLanguage());
}

function fetchWords(language: Language): Promise<Words> {
  return language === 'en' ? fetchWholeEnglish() : fetchCatalogue(language);
}

/** The words that are there from the first moment on, in the language on the screen. */
export function useDoorWords(): DoorWords {
  return useContext(WordsContext).words ?? door;
}

/** All words of the language on the screen. What needs them is shown once they have arrived. */
export function useWords(): Words {
  return useContext(WordsContext).words ?? english ?? use(fetchWholeEnglish());
}

let english: Words | null = null;
/** One promise, so that a screen that waits for it is drawn again with the same. */
let fetching: Promise<Words> | null = null;

/** Fetches all English words, once. What could not be fetched is tried again when it is next asked for. */
export function fetchWholeEnglish(): Promise<Words> {
  fetching ??= fetchCatalogue('en').then(
    (words) => (english = words),
    (error: unknown) => {
      fetching = null;
      throw error;
    },
  );
  return fetching;
}

/** One promise for each language, so that what waits for it is drawn again with the same. */
const catalogues = new Map<Language, Promise<Words>>();

function catalogueOf(language: Language): Promise<Words> {
  const words = catalogues.get(language) ?? fetchWords(language);
  catalogues.set(language, words);
  words.catch(() => catalogues.delete(language));
  return words;
}

/** Speaks another language below: a paper is in that of whoever takes it along. It is shown once its words have arrived. */
export function InLanguage({ language, children }: { readonly language: Language; readonly children: ReactNode }) {
  const outer = useContext(WordsContext);
  const words = use(catalogueOf(language));
  return <WordsContext value={{ ...outer, language, words }}>{children}</WordsContext>;
}

/** The language on the screen, and how to change it. */
export function useLanguage(): Choices & { readonly language: Language } {
  const { language, choose, speak } = useContext(WordsContext);
  return { language, choose, speak };
}

/** Speaks a person's language for as long as they are at the device. */
export function useSpeak(language: Language | null): void {
  const { speak } = useContext(WordsContext);
  useEffect(() => {
    speak(language);
    return () => speak(null);
  }, [speak, language]);
}
