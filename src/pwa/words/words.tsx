import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { en, type Words } from './en.ts';
import { isLanguage, LANGUAGES, type Language, preferredLanguage } from './languages.ts';

const CHOSEN = 'tillside.language';

interface Spoken {
  readonly language: Language;
  readonly words: Words;
}

const WordsContext = createContext<Spoken & { readonly choose: (language: Language) => void }>({
  language: 'en',
  words: en,
  choose: () => undefined,
});

/** Speaks the chosen language, or else the browser's; until its words have arrived, the ones before stay. */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const [wanted, setWanted] = useState<Language>(initialLanguage);
  const [spoken, setSpoken] = useState<Spoken>({ language: 'en', words: en });
  useEffect(() => {
    let stale = false;
    void LANGUAGES[wanted].load().then((words) => {
      if (!stale) setSpoken({ language: wanted, words });
    });
    return () => {
      stale = true;
    };
  }, [wanted]);
  useEffect(() => {
    document.documentElement.lang = LANGUAGES[spoken.language].tag;
  }, [spoken.language]);
  const choose = (language: Language) => {
    localStorage.setItem(CHOSEN, language);
    setWanted(language);
  };
  return <WordsContext value={{ ...spoken, choose }}>{children}</WordsContext>;
}

function initialLanguage(): Language {
  const chosen = localStorage.getItem(CHOSEN);
  return isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages);
}

/** The words of the language on the screen. */
export function useWords(): Words {
  return useContext(WordsContext).words;
}

/** The language on the screen, and how to change it. */
export function useLanguage(): { readonly language: Language; readonly choose: (language: Language) => void } {
  const { language, choose } = useContext(WordsContext);
  return { language, choose };
}
