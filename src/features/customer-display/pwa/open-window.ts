import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';

/** The needed part of Window Management, which Chromium has and the DOM's types lack. */
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

/** A fixed name, so that there is only one window. */
const NAME = 'tillside-display';
const SMALL = 'popup,width=960,height=600';

/**
 * Opens the customer display of this till in a window, on another screen if possible.
 * @returns false if the browser blocked it
 */
export async function openDisplay(): Promise<boolean> {
  const opened = window.open(OFF_NAVIGATION.display, NAME, (await findOtherScreen()) ?? SMALL);
  opened?.focus();
  return opened !== null;
}

/**
 * The position of a window that fills another screen; null without another screen, or if it is
 * unknown.
 */
async function findOtherScreen(): Promise<string | null> {
  const { getScreenDetails } = window as { readonly getScreenDetails?: GetScreens };
  if (getScreenDetails === undefined) return null;
  try {
    const { screens, currentScreen } = await getScreenDetails.call(window);
    const other = screens.find((screen) => screen !== currentScreen);
    if (other === undefined) return null;
    const { availLeft, availTop, availWidth, availHeight } = other;
    return `popup,left=${availLeft},top=${availTop},width=${availWidth},height=${availHeight}`;
  } catch {
    // Permission was denied: the window opens here and can be dragged there.
    return null;
  }
}
