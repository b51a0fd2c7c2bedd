import './style.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { readKnownStart } from './api/known-start.ts';
import { readLastShop } from './api/last-shop.ts';
import { queryClient, serverReach } from './api/live.ts';
import { peopleQuery, sessionQuery, shopQuery } from './api/queries.ts';
import { App } from './app.tsx';
import { preloadAddress, preloadArrival, preloadFrame, preloadTill, preloadUnlock } from './preload.ts';
import { Crash } from './shell/sign-in/crash.tsx';
import { resumeSoundOnInput } from './shell/sound.ts';
import { applyTheme, readTheme } from './shell/theme.ts';
import { followTypedDigits } from './ui/plain-digits.ts';
import { followTranslation } from './ui/translated-page.ts';
import { preloadMessages } from './words/words.tsx';

applyTheme(readTheme());
/* Parts that the first screen needs. Other parts are preloaded later, because browsers limit
   parallel requests to six. None of these promises rejects. */
const isNew = !readKnownStart() && readLastShop(localStorage) === undefined;
const shopLoaded = queryClient.prefetchQuery(shopQuery);
if (!isNew) void queryClient.prefetchQuery(sessionQuery).then(prefetchPeople);
preloadMessages();
if (!isNew) {
  preloadTill();
  preloadFrame();
}
setTimeout(() => {
  if (isNew) preloadArrival();
  preloadUnlock();
  if (isNew) void waitForEnrolment().then(preloadFrame);
  preloadAddress(location.pathname);
});

/** The lock screen shows the people who may sign in. */
async function prefetchPeople(): Promise<void> {
  if (queryClient.getQueryData(sessionQuery.queryKey) === null) await queryClient.prefetchQuery(peopleQuery);
}

/** A new device shows set-up first; the till is loaded after that. */
async function waitForEnrolment(): Promise<void> {
  await shopLoaded;
  if (queryClient.getQueryData(shopQuery.queryKey)?.device != null) return;
  await new Promise((resolve) => {
    for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, resolve, { once: true });
  });
}

const host = document.getElementById('root');
if (host === null) throw new Error('index.html has no element #root');

/* The first screen replaces what the page showed in its place. */
const whenShown = new MutationObserver(() => {
  document.querySelector('.opening')?.remove();
  whenShown.disconnect();
});
whenShown.observe(host, { childList: true });
followTranslation(host);
followTypedDigits(document);
resumeSoundOnInput(document);
serverReach.start();
const root = createRoot(host, {
  onUncaughtError: (error) => {
    reportError(error);
    root.render(<Crash />);
  },
});
/* In slices, so that a slow device stays responsive. */
startTransition(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
