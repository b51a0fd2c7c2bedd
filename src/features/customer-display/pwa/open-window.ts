import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';

/** What is needed of Window Management: Chromium has it, the DOM's typings don't. */
interface PlacedScreen {
  readonly availLeft: number;
  readonly availTop: number;
  readonly availWidth: number;
  readonly availHeight: number;
}
interface Screens {
  readonly screens: readonly PlacedScreen[];
  readonly currentScreen: PlacedScreen;
}
type GetScreens = () => Promise<Screens>;

/** One window, however often it is asked for. */
const NAME = 'tillside-display';
const SMALL = 'popup,width=960,height=600';

/**
 * Opens the customer display of this till in a window, on another screen where that can be.
 * @returns whether the browser let it
 */
export async function openDisplay(): Promise<boolean> {
  const opened = window.open(OFF_NAVIGATION.display, NAME, (await placeOnOtherScreen()) ?? SMALL);
  opened?.focus();
  return opened !== null;
}

/** Where a window lies that fills another screen; null if there is none, or none is told. */
async function placeOnOtherScreen(): Promise<string | null> {
  const { getScreenDetails } = window as { readonly getScreenDetails?: GetScreens };
  if (getScreenDetails === undefined) return null;
  try {
    const { screens, currentScreen } = await getScreenDetails.call(window);
    const other = screens.find((screen) => screen !== currentScreen);
    if (other === undefined) return null;
    const { availLeft, availTop, availWidth, availHeight } = other;
    return `popup,left=${availLeft},top=${availTop},width=${availWidth},height=${availHeight}`;
  } catch {
    // Whoever was asked said no: a window like any other, to be dragged there.
    return null;
  }
}
