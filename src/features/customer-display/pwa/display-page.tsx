import { Maximize } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import { LANGUAGES } from '../../../contract/platform/languages.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { page } from '../../../pwa/api/page.ts';
import { listenToStream } from '../../../pwa/api/stream.ts';
import { useWakeLock } from '../../../pwa/scan/use-wake-lock.ts';
import { Welcome } from '../../../pwa/shell/door/welcome.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useWindowTitle } from '../../../pwa/shell/frame/window-title.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { useDeviceNow } from '../../../pwa/ui/use-now.ts';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useLanguage, useSpeak, useWords } from '../../../pwa/words/words.tsx';
import type { DisplayedSale } from '../contract/display.ts';
import { displayEndpoints } from '../contract/endpoints.ts';
import { openChannel } from './channel.ts';
import { type Face, faceOf } from './face.ts';
import { IdleFace, SaleFace, WaitingFace } from './faces.tsx';
import { createLook, FRESH_MS, type Look } from './look.ts';
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

const THANKS_MS = 30_000;

function Screen() {
  const words = usePageWords('customer-display');
  const { practice } = useShop();
  const { header } = useWords();
  const [look] = useState(() => createLook(page));
  const { face, shopName, notice, isNew } = useFace(look);
  const [language, setLanguage] = useState<Language | null>(null);
  // The language was that customer's choice.
  const isThanked = useOver(face, () => setLanguage(null));
  useSpeak(language);
  useWakeLock(true);
  useWindowTitle(words.title);
  const name = shopName === '' ? words.welcome : shopName;
  return (
    <div className="flex min-h-dvh flex-col">
      {practice && (
        <p className="bg-attention px-4 py-1 text-center text-label font-semibold text-on-attention">
          {header.practice}
        </p>
      )}
      <main className="@container mx-auto flex w-full max-w-6xl flex-1 flex-col justify-center gap-6 p-6 till:p-10">
        {face.kind === 'waiting' && !isNew && <WaitingFace name={name} />}
        {(face.kind === 'idle' || isThanked) && <IdleFace name={name} hasName={shopName !== ''} notice={notice} />}
        {face.kind === 'sale' && !isThanked && <SaleFace name={name} face={face} />}
      </main>
      <Foot onSpeak={setLanguage} />
    </div>
  );
}

/**
 * The reliable data for the display, and the shop's name. `isNew`: the server has neither answered
 * nor failed yet.
 */
function useFace(look: Look) {
  const looked = useSyncExternalStore(look.subscribe, look.state);
  const now = useDeviceNow(1_000);
  const [heard, setHeard] = useState<{ readonly said: DisplayedSale | null; readonly turn: number }>({
    said: null,
    turn: 0,
  });
  useEffect(() => {
    let before: DisplayedSale | null = null;
    let turn = 0;
    const hear = (said: DisplayedSale | null) => {
      // What is due changes with every key, and asks for no new answer.
      const isNews = said?.saleId !== before?.saleId || said?.busy !== before?.busy;
      if (isNews) turn = look.about(said?.saleId ?? null);
      before = said;
      setHeard({ said, turn });
    };
    const channel = openChannel((message) => {
      if (message.says === 'sale') hear(message.sale);
      if (message.says !== 'closed') return;
      hear(null);
      // Another tab may have the till, too.
      channel.say({ says: 'hello' });
    });
    channel.say({ says: 'hello' });
    const stop = look.start();
    const stopListening = listenToStream({
      path: displayEndpoints.displayEvents.path,
      on: { changed: look.changed, here: look.stands },
      onOpen: look.changed,
      // Only a query shows if the server is reachable.
      onCut: look.changed,
    });
    return () => {
      stopListening();
      stop();
      channel.close();
    };
  }, [look]);
  const { view, turn, at, isSilent } = looked;
  const isFresh = !isSilent && now - at < FRESH_MS;
  const face = faceOf({ said: heard.said, view, isFresh, isCurrent: turn === heard.turn });
  return { face, shopName: view?.shopName ?? '', notice: view?.notice ?? null, isNew: view === null && !isSilent };
}

/** True once the thanks for a finished sale were shown long enough; then calls `onOver`. */
function useOver(face: Face, onOver: () => void): boolean {
  const over = face.kind === 'sale' && face.stage === 'thanks' ? face.saleId : null;
  const [gone, setGone] = useState<string | null>(null);
  const tell = useEffectEvent(onOver);
  useEffect(() => {
    if (over === null) return undefined;
    const timer = setTimeout(() => {
      setGone(over);
      tell();
    }, THANKS_MS);
    return () => clearTimeout(timer);
  }, [over]);
  return over !== null && gone === over;
}

/** The customer's language, and full screen for staff. */
function Foot({ onSpeak }: { readonly onSpeak: (language: Language) => void }) {
  const words = usePageWords('customer-display');
  const { common } = useWords();
  const { language } = useLanguage();
  return (
    <footer className="flex flex-wrap items-center justify-center gap-1 p-3">
      <ul aria-label={common.language} className="flex flex-wrap justify-center gap-1">
        {(Object.keys(LANGUAGES) as Language[]).map((key) => (
          <li key={key}>
            <Button
              look="quiet"
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
          look="quiet"
          aria-label={words.fill}
          title={words.fill}
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
  const words = usePageWords('customer-display');
  const connect = useConnectDisplay();
  return (
    <Welcome title={words.connectTitle} lead={words.connectLead}>
      <form
        className="card grid gap-4 p-4 till:p-6"
        onSubmit={submitted((form) => connect.mutate(text(form, 'code'), { onSuccess: onDone }))}
      >
        <Field
          label={words.code}
          name="code"
          defaultValue={code}
          required
          maxLength={LIMITS.setupCodeCharsMax}
          autoCapitalize="characters"
        />
        <FailureNotice failure={failureOrNull(connect.error)} />
        <Button look="main" type="submit" disabled={connect.isPending}>
          {words.connect}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {words.notNow}
        </Button>
      </form>
    </Welcome>
  );
}
