import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Spot, Tab } from './browser.ts';

/** An element as a user would describe it: its role and name. */
export interface Named {
  readonly role: string;
  readonly name?: string | RegExp;
}

interface Found {
  readonly spot: Spot;
  readonly text: string;
  readonly isFocused: boolean;
  readonly isDisabled: boolean;
  /** Nothing lies over its middle. */
  readonly isFree: boolean;
}

/** The page from a user's point of view. Every method waits for its element. */
export interface Screen {
  readonly tab: Tab;
  /** @returns its text */
  see(thing: Named): Promise<string>;
  /** Waits until the text appears anywhere on the page. */
  read(words: string | RegExp): Promise<void>;
  /** Waits until no such element exists. */
  miss(thing: Named): Promise<void>;
  click(thing: Named): Promise<void>;
  /** Clicks into a field and types, more slowly than a hand scanner. */
  type(thing: Named, text: string): Promise<void>;
  /** Types at the current focus. */
  write(text: string): Promise<void>;
  press(key: string): Promise<void>;
}

const WITHIN_MS = 20_000;
/** Slower than any scanner. */
const BY_HAND_MS = 120;

interface Query {
  readonly role: string;
  readonly name: string | null;
  readonly isPattern: boolean;
}

interface TestingLibrary {
  queryAllByRole(root: HTMLElement, role: string, options: object): HTMLElement[];
}

declare global {
  interface Window {
    TestingLibraryDom?: TestingLibrary;
  }
}

/** Roles and names are computed in the page, with the library that the specs of the screens use. */
const library = readFile(createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8');

/** A person in front of a tab. */
export function screenOf(tab: Tab): Screen {
  const look = async (thing: Named): Promise<readonly Found[]> => {
    if (!(await tab.ask(() => window.TestingLibraryDom !== undefined, null))) await tab.run(await library);
    return tab.ask(findInPage, queryOf(thing));
  };
  /** Waits for the only matching element, which must be clickable if `isTouched`. */
  const find = async (thing: Named, isTouched: boolean): Promise<Found> => {
    let found: readonly Found[] = [];
    await expect(async () => {
      found = await look(thing);
      expect(found.length, `${said(thing)} on the page`).toBeGreaterThan(0);
      if (isTouched) expect(found[0], said(thing)).toMatchObject({ isDisabled: false, isFree: true });
    }).toPass({ timeout: WITHIN_MS });
    const [first] = found;
    if (!first) throw new Error(`no ${said(thing)}`);
    return first;
  };
  const click = async (thing: Named) => tab.click((await find(thing, true)).spot);
  return {
    tab,
    see: async (thing) => (await find(thing, false)).text,
    async read(words) {
      const text = () => tab.ask(() => document.body.innerText.replace(/[\u00a0\u202f]/g, ' '), null);
      if (typeof words === 'string') await expect.poll(text, { timeout: WITHIN_MS }).toContain(words);
      else await expect.poll(text, { timeout: WITHIN_MS }).toMatch(words);
    },
    miss: (thing) => expect.poll(async () => (await look(thing)).length, { timeout: WITHIN_MS, message: said(thing) }).toBe(0),
    click,
    async type(thing, text) {
      await click(thing);
      await expect.poll(async () => (await find(thing, false)).isFocused, { message: `focus on ${said(thing)}` }).toBe(true);
      await tab.press(Array.from(text), BY_HAND_MS);
    },
    write: (text) => tab.press(Array.from(text), BY_HAND_MS),
    press: (key) => tab.press([key], BY_HAND_MS),
  };
}

function queryOf({ role, name }: Named): Query {
  if (name === undefined) return { role, name: null, isPattern: false };
  return typeof name === 'string' ? { role, name, isPattern: false } : { role, name: name.source, isPattern: true };
}

const said = ({ role, name }: Named) => `${role} ${name ?? ''}`;

/** Runs in the page: all accessible elements with this role and name, in document order. */
function findInPage({ role, name, isPattern }: Query): Found[] {
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
  const named = name === null ? {} : { name: (each: string) => (isPattern ? new RegExp(name).test(plain(each)) : plain(each) === name) };
  const elements = window.TestingLibraryDom?.queryAllByRole(document.body, role, named) ?? [];
  /* Elements behind an open dialog can be neither touched nor read aloud. */
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const reachable = elements.filter((element) => modal === undefined || modal.contains(element));
  return reachable.map((element) => {
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const spot = { x: left + width / 2, y: top + height / 2 };
    const over = document.elementFromPoint(spot.x, spot.y);
    const label = element instanceof HTMLInputElement ? (element.labels?.[0] ?? null) : null;
    return {
      spot,
      text: plain(element.textContent ?? ''),
      isFocused: document.activeElement === element,
      isDisabled: element.matches(':disabled'),
      isFree: over !== null && (element.contains(over) || over.contains(element) || (label?.contains(over) ?? false)),
    };
  });
}
