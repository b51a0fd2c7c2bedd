import { renderToStaticMarkup } from 'react-dom/server';
import { roleSchema } from '../../contract/access/people.ts';
import { LANGUAGES, type Language } from '../../contract/platform/languages.ts';
import type { OpeningScreens } from '../../contract/platform/opening-screens.ts';
import { ADDRESSES, type PageName } from '../shell/addresses.ts';
import { entryName, navigationEntries, SETTINGS_PAGES, tabsOf } from '../shell/layout/navigation-entries.ts';
import { NameList, PEOPLE_CLASS } from '../shell/sign-in/name-list.tsx';
import { fetchCatalogue } from '../words/languages.ts';
import type { PlaceMessages } from '../words/places/en.ts';
import { LockOpening } from './lock-opening.tsx';
import { PageOpening, TillOpening, TitleOpening } from './till-opening.tsx';

async function screensIn(language: Language): Promise<OpeningScreens> {
  const messages = await fetchCatalogue(language);
  const { roles } = messages.common;
  const names = roleSchema.options.map((role) => {
    const person = { id: role, name: '{person}', detail: roles[role] };
    return [role, renderToStaticMarkup(<NameList people={[person]} />)] as const;
  });
  const frame = { messages, person: '{person}', place: '{place}' };
  return {
    lock: renderToStaticMarkup(
      <LockOpening messages={messages} language={LANGUAGES[language].name} place="{place}">
        <div className={PEOPLE_CLASS}>{'{people}'}</div>
      </LockOpening>,
    ),
    names: Object.fromEntries(names),
    till: renderToStaticMarkup(<TillOpening {...frame} practice={false} />),
    tillInTraining: renderToStaticMarkup(<TillOpening {...frame} practice />),
    page: renderToStaticMarkup(
      <PageOpening {...frame} practice={false}>
        {'{title}'}
      </PageOpening>,
    ),
    pageInTraining: renderToStaticMarkup(
      <PageOpening {...frame} practice>
        {'{title}'}
      </PageOpening>,
    ),
    titles: Object.fromEntries(TITLED_PAGES.map((page) => [ADDRESSES[page], titlesOf(page, messages.places)])),
  };
}

/** Pages of settings are titled by their groups, and the till has no visible title. */
const TITLED_PAGES = (Object.keys(ADDRESSES) as PageName[]).filter(
  (page) => page !== 'redeem' && !(SETTINGS_PAGES as readonly PageName[]).includes(page),
);

function titlesOf(page: PageName, places: PlaceMessages): Record<string, string> {
  const titles = roleSchema.options.map((role) => {
    const title = (
      <TitleOpening title={entryName(page, role, places)} tabRows={role === 'manager' ? tabRowsOf(page) : 0} />
    );
    return [role, renderToStaticMarkup(title)] as const;
  });
  return Object.fromEntries(titles);
}

/** How many rows of tabs managers have on a page. */
function tabRowsOf(page: PageName): number {
  const entry = navigationEntries('manager', { sells: true, practice: true }).find(({ pages }) => pages.includes(page));
  const tabs = entry === undefined || entry.name === 'settings' ? [] : tabsOf(entry);
  const tab = tabs.find(({ pages }) => pages.includes(page));
  if (tabs.length < 2 || tab === undefined) return 0;
  return tab.pages.length > 1 ? 2 : 1;
}

const languages = Object.keys(LANGUAGES) as Language[];

/** The first screens by language, rendered when the build imports this file. */
export const openingScreens: Readonly<Record<string, OpeningScreens>> = Object.fromEntries(
  await Promise.all(languages.map(async (language) => [language, await screensIn(language)])),
);
