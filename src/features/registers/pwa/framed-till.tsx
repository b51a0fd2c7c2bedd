import { useMutation } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Session } from '../../../contract/access/people.ts';
import type { ReturnAddress } from '../../../contract/redemption/return-address.ts';
import { failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { heldLink } from '../../../pwa/redeem/link/held-link.ts';
import { leaveFor, useGoBack, type WayBack, WayContext } from '../../../pwa/redeem/link/use-go-back.ts';
import { RedeemScreen } from '../../../pwa/redeem/redeem-screen.tsx';
import { useTill } from '../../../pwa/redeem/till/use-till.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { JournalNotice } from '../../../pwa/shell/frame/journal-notice.tsx';
import { OfflineNotice } from '../../../pwa/shell/frame/offline-notice.tsx';
import { Page } from '../../../pwa/shell/frame/page.tsx';
import { useLock, useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import type { PayLink } from '../contract/register.ts';
import {
  type FrameMessage,
  type FrameReport,
  type FrameRequest,
  frameReport,
  readFrame,
  readFrameMessage,
} from '../contract/register-frame.ts';
import { openLink } from './keep-sale.ts';

/**
 * If a register's page does not send its sale within this time, it does not implement the protocol.
 */
const SAYS_WITHIN_MS = 5_000;

/** The till in a frame of a register's page: one sale, and nothing else of the app. */
export function FramedTill({ session }: { readonly session: Session }) {
  const words = usePageWords('registers');
  const { currency } = useShop();
  const [read] = useState(() => readFrame(location.search, currency));
  const channel = useMemo(() => ('asked' in read ? openFrameChannel(read.asked.origin) : null), [read]);
  return (
    <>
      <FrameBar session={session} />
      {'fault' in read ? (
        <Refused reason={words.frameFaults[read.fault]} />
      ) : channel === null ? (
        <Refused reason={words.notFramed} />
      ) : (
        <InRegister session={session} asked={read.asked} channel={channel} />
      )}
    </>
  );
}

interface InRegisterProps {
  readonly session: Session;
  readonly asked: FrameRequest;
  readonly channel: FrameChannel;
}

function InRegister({ session, asked, channel }: InRegisterProps) {
  const words = usePageWords('registers');
  const { sale } = useTill();
  const [isOver, setOver] = useState(false);
  const way = useMemo<WayBack>(() => {
    /* A register that cannot split a sale would book a part of the amount as all of it. */
    const tellable = ({ url }: ReturnAddress) => {
      const told = frameReport(url);
      return told?.step === 'ACCEPT' && told.left_to_pay > 0 && !asked.partial ? null : told;
    };
    return {
      inFrame: true,
      partial: asked.partial,
      mayTell: (answer) => tellable(answer) !== null,
      tell(answer) {
        const told = tellable(answer);
        if (told === null) return;
        setOver(true);
        channel.say(told);
      },
    };
  }, [asked, channel]);
  if (isOver) return <Ended words={words.frameOver} />;
  if (!isHeld(sale.id)) return <Opening asked={asked} channel={channel} />;
  return (
    <WayContext value={way}>
      <Talk channel={channel} />
      <RedeemScreen person={session.person} onCover={ignore} />
    </WayContext>
  );
}

const ignore = () => undefined;

/**
 * Tells the register if the frame may be closed, and handles its request to close.
 *
 * The request is refused while an outcome is unknown.
 */
function Talk({ channel }: { readonly channel: FrameChannel }) {
  const { sale } = useTill();
  const back = useGoBack();
  const mayClose = sale.rows.length === 0;
  const sayWhether = () => channel.say({ step: 'SETUP', setup: { enable_close: mayClose } });
  const onHeard = useEffectEvent((step: string) => {
    if (step !== 'EXIT') return;
    if (mayClose && !back.isPending) back.mutate();
    else sayWhether();
  });
  useEffect(() => channel.say({ step: 'SETUP', setup: { enable_close: mayClose } }), [channel, mayClose]);
  useEffect(() => channel.hear(({ step }) => onHeard(step)), [channel]);
  return null;
}

/** True if the current sale is the frame's own: its id is in the address. */
function isHeld(saleId: string): boolean {
  return heldLink() === saleId && location.hash === `#${saleId}`;
}

function Opening({ asked, channel }: Pick<InRegisterProps, 'asked' | 'channel'>) {
  const words = usePageWords('registers');
  const { common } = useWords();
  const { currency } = useShop();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ({ reference, sig }: RegisterSale) => {
      const { amount, origin, registerId } = asked;
      const link: PayLink = { amount, currency, reference, returnUrl: `${origin}/`, state: registerId };
      const body = sig === null ? link : { ...link, sig };
      openedFor((await openLink(body)).id);
    },
  });
  const { said, isSilent } = useRegisterSale(asked, channel);
  useEffect(() => {
    if (said !== null) mutate(said);
  }, [said, mutate]);
  if (isProblem(error, 'register-not-listed')) return <Refused reason={words.notListed(asked.origin)} />;
  if (isProblem(error, 'link-not-signed')) return <Refused reason={words.frameFaults.signature} />;
  if (isSilent) return <Refused reason={words.noSale} />;
  if (error === null || said === null) return <Ended words={words.opening} />;
  return (
    <Page title={words.title}>
      <FailureNotice failure={failureOrNull(error)} />
      <Button look="main" disabled={isPending} onClick={() => mutate(said)}>
        {common.tryAgain}
      </Button>
    </Page>
  );
}

/** Reloads the page with the sale in its address, so that the till starts with it. */
function openedFor(saleId: string): void {
  history.replaceState(null, '', `${location.pathname}${location.search}#${saleId}`);
  leaveFor.again();
}

/** What the register says of its sale: its number, and its signature where it signs. */
type RegisterSale = Pick<FrameRequest, 'sig'> & { readonly reference: string };

/** From the address, or asked of the register's page. */
function useRegisterSale({ reference, sig }: FrameRequest, channel: FrameChannel) {
  const [said, setSaid] = useState<RegisterSale | null>(reference === null ? null : { reference, sig });
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    if (reference !== null) return undefined;
    const timer = setTimeout(() => setSilent(true), SAYS_WITHIN_MS);
    const stop = channel.hear((heard) => {
      if (heard.step !== 'DATA') return;
      clearTimeout(timer);
      setSilent(false);
      const { id, sig: signature = null } = heard.register_sale;
      setSaid((before) => before ?? { reference: id, sig: signature });
    });
    channel.say({ step: 'DATA' });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [reference, channel]);
  return { said, isSilent: isSilent && said === null };
}

function FrameBar({ session }: { readonly session: Session }) {
  const { header } = useWords();
  const { device, practice } = useShop();
  const lock = useLock();
  return (
    <header className="screen-only border-b border-neutral-4 bg-neutral-2">
      {practice && (
        <p className="bg-attention px-4 py-1 text-label font-semibold text-on-attention">{header.practice}</p>
      )}
      <div className="flex min-h-12 items-center gap-2 px-4">
        <p className="min-w-0 flex-1 leading-tight font-medium wrap-anywhere">
          {session.person.name}
          <span className="font-normal text-neutral-9"> · {device?.name}</span>
        </p>
        <Button look="quiet" aria-label={header.lock} title={header.lock} onClick={lock}>
          <Lock aria-hidden strokeWidth={1.75} size={20} />
        </Button>
      </div>
      <OfflineNotice />
      <JournalNotice />
    </header>
  );
}

function Refused({ reason }: { readonly reason: string }) {
  const words = usePageWords('registers');
  return (
    <Page title={words.badFrame}>
      <Notice tone="refused">{reason}</Notice>
      <p>{words.nothingLost}</p>
    </Page>
  );
}

function Ended({ words: said }: { readonly words: string }) {
  const words = usePageWords('registers');
  return (
    <Page title={words.title}>
      <p role="status">{said}</p>
    </Page>
  );
}

type Said =
  | FrameReport
  | { readonly step: 'DATA' }
  | { readonly step: 'SETUP'; readonly setup: { readonly enable_close: boolean } };

/** The connection to the register's page that contains this frame. */
interface FrameChannel {
  readonly say: (message: Said) => void;
  /** Hears what that page says, and nobody else. @returns stops hearing */
  readonly hear: (hearer: (heard: FrameMessage) => void) => () => void;
}

/** Opens the connection to the parent page with this origin; null if there is none. */
function openFrameChannel(origin: string): FrameChannel | null {
  const page = window.parent;
  if (page === window) return null;
  return {
    say: (message) => page.postMessage(JSON.stringify(message), origin),
    hear(hearer) {
      const onMessage = (event: MessageEvent<unknown>) => {
        if (event.origin !== origin || event.source !== page) return;
        const heard = readFrameMessage(event.data);
        if (heard !== null) hearer(heard);
      };
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
  };
}
