import type { Page } from '@playwright/test';

/**
 * Measurements inside the page: tasks of more than 50 ms, user input, and the first change of the
 * list.
 */
interface Noted {
  longTasks: number[];
  /** Times of clicks, keys and the like. */
  done: number[];
  shownAt: number | null;
}
declare global {
  interface Window {
    noted: Noted;
  }
}

/** Milliseconds of one action in the list. */
export interface Step {
  /** From the act, or from the first question after a navigation, until the list shows it. */
  readonly shownMs: number;
  /** From the beginning of the navigation, or of the one before. */
  readonly sinceOpenedMs: number;
  /** Of the slowest server responses to it. */
  readonly linesMs: number;
  readonly totalsMs: number;
  readonly longTasks: readonly number[];
}

/** Makes every page of a context record what {@link measureStep} needs. */
export function noteItself(): void {
  window.noted = { longTasks: [], done: [], shownAt: null };
  new PerformanceObserver((list) => window.noted.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
    buffered: true,
  });
  for (const kind of ['change', 'click', 'keydown', 'submit']) {
    addEventListener(kind, () => window.noted.done.push(performance.now()), { capture: true });
  }
  const look = () => {
    if (window.noted.shownAt === null && document.querySelector('[data-index="0"]') !== null) window.noted.shownAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

/**
 * Performs an action in the list and waits until nothing changes any more.
 * @param wanted a selector of the expected result; without it, any change of a row counts
 */
export async function measureStep(page: Page, act: () => Promise<void>, wanted?: string): Promise<Step> {
  await page.evaluate((selector) => {
    const { noted } = window;
    Object.assign(noted, { longTasks: [], done: [], shownAt: null });
    performance.clearResourceTimings();
    const rows = () => [...document.querySelectorAll('[data-index]')].map((row) => row.getAttribute('aria-label')).join();
    const before = rows();
    const isThere = () => (selector === undefined ? rows() !== before : document.querySelector(selector) !== null);
    const look = () => {
      if (isThere()) noted.shownAt = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  }, wanted);
  const answered = page.waitForResponse(/\/api\/transactions\/lines$/);
  await act();
  await answered;
  if (wanted !== undefined) await page.locator(wanted).waitFor();
  await page.waitForFunction(() => window.noted.shownAt !== null);
  await settled(page);
  return takeStep(page);
}

/** Opens an address and measures the time until the first row. */
export async function measureOpening(page: Page, address: string): Promise<Step> {
  await page.goto(address);
  await settled(page);
  return takeStep(page);
}

/** Waits until the list is complete. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[role="table"][aria-busy="false"]').waitFor({ timeout: 60_000 });
}

async function takeStep(page: Page): Promise<Step> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const { noted } = window;
    const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    // Aborted requests have no status.
    const answers = asked.filter(({ responseStatus }) => responseStatus === 200);
    const of = (path: string) => answers.filter(({ name }) => name.endsWith(`/api/transactions/${path}`));
    const longest = (path: string) => Math.max(...of(path).map(({ requestStart, responseEnd }) => responseEnd - requestStart), 0);
    const begun = noted.done[0] ?? Math.min(...of('lines').map(({ startTime }) => startTime));
    if (noted.shownAt === null) throw new Error('the list shows what it did before');
    const { shownAt } = noted;
    const answered = { linesMs: longest('lines'), totalsMs: longest('totals') };
    return { shownMs: shownAt - begun, sinceOpenedMs: shownAt, ...answered, longTasks: noted.longTasks.splice(0) };
  });
}
