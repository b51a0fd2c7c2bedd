import { Maximize } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import { LANGUAGES } from '../../../contract/platform/languages.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { page } from '../../../pwa/api/page.ts';
import { listenToStream } from '../../../pwa/api/stream.ts';
import { useWakeLock } from '../../../pwa/scan/use-wake-lock.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useWindowTitle } from '../../../pwa/shell/layout/window-title.ts';
import { Welcome } from '../../../pwa/shell/sign-in/welcome.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { useDeviceNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useLanguage, useMessages, usePersonLanguage } from '../../../pwa/words/words.tsx';
import type { DisplayedSale } from '../contract/display.ts';
import { displayEndpoints } from '../contract/endpoints.ts';
import { openChannel } from './channel.ts';
import { type DisplayContent, displayContentOf } from './display-content.ts';
import { createDisplayPoller, type DisplayPoller, FRESH_MS } from './display-poller.ts';
import { IdleView, SaleView, WaitingView } from './display-views.tsx';
import { THANKS_MS } from './limits.ts';
import { connectCodeIn } from './pairing-code.ts';
import { useConnectDisplay } from './queries.ts';

/** The customer display of a till: a window, or a device connected to it. */
export function DisplayPage() {
  const [code, setCode] = useState(() => connectCodeIn(location.hash));
  if (code === null) return <Screen />;
  const leave = () => {
    history.replaceState(history.state, '', location.pathname);
    setCode(null);
  };
  return <ConnectForm code={code} onDone={leave} />;
}

function Screen() {
  const messages = usePageMessages('customer-display');
  const { practice } = useShop();
  const { header } = useMessages();
  const [poller] = useState(() => createDisplayPoller(page));
  const { content, shopName, notice, isNew } = useDisplayContent(poller);
  const [language, setLanguage] = useState<Language | null>(null);
  // The language was that customer's choice.
  const isThanked = useOver(content, () => setLanguage(null));
  usePersonLanguage(language);
  useWakeLock(true);
  useWindowTitle(messages.title);
  const name = shopName === '' ? messages.welcome : shopName;
  return (
    <div className="flex min-h-dvh flex-col">
      {practice && (
        <header className="bg-attention px-4 py-1 text-center text-label font-semibold text-on-attention">
          {header.practice}
        </header>
      )}
      <main className="@container mx-auto flex w-full max-w-6xl flex-1 flex-col justify-center gap-6 p-6 till:p-10">
        {content.kind === 'waiting' && !isNew && <WaitingView name={name} />}
        {(content.kind === 'idle' || isThanked) && <IdleView name={name} hasName={shopName !== ''} notice={notice} />}
        {content.kind === 'sale' && !isThanked && <SaleView name={name} content={content} />}
      </main>
      <Foot onSpeak={setLanguage} />
    </div>
  );
}

/**
 * The reliable data for the display, and the shop's name. `isNew`: the server has neither answered
 * nor failed yet.
 */
function useDisplayContent(poller: DisplayPoller) {
  const polled = useSyncExternalStore(poller.subscribe, poller.state);
  const now = useDeviceNow(1_000);
  const [local, setLocal] = useState<{ readonly localSale: DisplayedSale | null; readonly turn: number }>({
    localSale: null,
    turn: 0,
  });
  useEffect(() => {
    let before: DisplayedSale | null = null;
    let turn = 0;
    const receive = (localSale: DisplayedSale | null) => {
      // A new amount due alone needs no query, because it changes with every key.
      const isNews = localSale?.saleId !== before?.saleId || localSale?.busy !== before?.busy;
      if (isNews) turn = poller.about(localSale?.saleId ?? null);
      before = localSale;
      setLocal({ localSale, turn });
    };
    const channel = openChannel((message) => {
      if (message.says === 'sale') receive(message.sale);
      if (message.says !== 'closed') return;
      receive(null);
      // Another tab may have the till, too.
      channel.send({ says: 'hello' });
    });
    channel.send({ says: 'hello' });
    const stop = poller.start();
    const stopListening = listenToStream({
      path: displayEndpoints.displayEvents.path,
      on: { changed: poller.changed, here: poller.confirmUnchanged },
      onOpen: poller.changed,
      // Only a query shows if the server is reachable.
      onCut: poller.changed,
    });
    return () => {
      stopListening();
      stop();
      channel.close();
    };
  }, [poller]);
  const { view, turn, at, isUnanswered } = polled;
  const isFresh = !isUnanswered && now - at < FRESH_MS;
  const content = displayContentOf({ localSale: local.localSale, view, isFresh, isCurrent: turn === local.turn });
  return {
    content,
    shopName: view?.shopName ?? '',
    notice: view?.notice ?? null,
    isNew: view === null && !isUnanswered,
  };
}

/** True once the thanks for a finished sale were shown long enough; then calls `onOver`. */
function useOver(content: DisplayContent, onOver: () => void): boolean {
  const over = content.kind === 'sale' && content.stage === 'thanks' ? content.saleId : null;
  const [gone, setGone] = useState<string | null>(null);
  const reportOver = useEffectEvent(onOver);
  useEffect(() => {
    if (over === null) return undefined;
    const timer = setTimeout(() => {
      setGone(over);
      reportOver();
    }, THANKS_MS);
    return () => clearTimeout(timer);
  }, [over]);
  return over !== null && gone === over;
}

/** The customer's language, and full screen for staff. */
function Foot({ onSpeak }: { readonly onSpeak: (language: Language) => void }) {
  const messages = usePageMessages('customer-display');
  const { common } = useMessages();
  const { language } = useLanguage();
  return (
    <footer className="flex flex-wrap items-center justify-center gap-1 p-3">
      <ul aria-label={common.language} className="flex flex-wrap justify-center gap-1">
        {(Object.keys(LANGUAGES) as Language[]).map((key) => (
          <li key={key}>
            <Button
              variant="quiet"
              lang={LANGUAGES[key].tag}
              aria-pressed={key === language}
              className="aria-pressed:font-semibold aria-pressed:text-neutral-12 aria-pressed:underline aria-pressed:underline-offset-4"
              onClick={() => onSpeak(key)}
            >
              {LANGUAGES[key].name}
            </Button>
          </li>
        ))}
      </ul>
      {document.fullscreenEnabled && (
        <Button
          variant="quiet"
          aria-label={messages.fill}
          title={messages.fill}
          onClick={() => void document.documentElement.requestFullscreen()}
        >
          <Maximize aria-hidden strokeWidth={1.75} size={20} />
        </Button>
      )}
    </footer>
  );
}

/**
 * Asks for confirmation before this device shows another till. `code`: from the address, or empty.
 */
function ConnectForm({ code, onDone }: { readonly code: string; readonly onDone: () => void }) {
  const messages = usePageMessages('customer-display');
  const connect = useConnectDisplay();
  return (
    <Welcome title={messages.connectTitle} lead={messages.connectLead}>
      <form
        className="card grid gap-4 p-4 till:p-6"
        onSubmit={submitted((form) => connect.mutate(text(form, 'code'), { onSuccess: onDone }))}
      >
        <Field
          label={messages.code}
          name="code"
          defaultValue={code}
          required
          maxLength={LIMITS.setupCodeCharsMax}
          autoCapitalize="characters"
        />
        <FailureNotice failure={failureOrNull(connect.error)} />
        <Button variant="main" type="submit" disabled={connect.isPending}>
          {messages.connect}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {messages.notNow}
        </Button>
      </form>
    </Welcome>
  );
}
