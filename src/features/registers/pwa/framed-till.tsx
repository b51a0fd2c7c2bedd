import { useMutation } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Session } from '../../../contract/access/people.ts';
import type { ReturnAddress } from '../../../contract/redemption/return-address.ts';
import { failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { RedeemScreen } from '../../../pwa/redeem/redeem-screen.tsx';
import { readLinkedSaleId } from '../../../pwa/redeem/till/linked-sale-id.ts';
import { useTill } from '../../../pwa/redeem/till/use-till.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { JournalNotice } from '../../../pwa/shell/layout/journal-notice.tsx';
import { OfflineNotice } from '../../../pwa/shell/layout/offline-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { useLock, useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { PayLink } from '../contract/register.ts';
import {
  type FrameMessage,
  type FrameReport,
  type FrameRequest,
  frameReport,
  readFrame,
  readFrameMessage,
} from '../contract/register-frame.ts';
import { SALE_WITHIN_MS } from './limits.ts';
import { openLink } from './store-sale.ts';
import { leaveFor, type RegisterReturn, RegisterReturnContext, useGoBack } from './use-go-back.ts';

/** The till in a frame of a register's page: one sale, and nothing else of the app. */
export function FramedTill({ session }: { readonly session: Session }) {
  const messages = usePageMessages('registers');
  const { currency } = useShop();
  const [read] = useState(() => readFrame(location.search, currency));
  const channel = useMemo(() => ('asked' in read ? openFrameChannel(read.asked.origin) : null), [read]);
  return (
    <>
      <FrameBar session={session} />
      {'fault' in read ? (
        <Refused reason={messages.frameFaults[read.fault]} />
      ) : channel === null ? (
        <Refused reason={messages.notFramed} />
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
  const messages = usePageMessages('registers');
  const { sale } = useTill();
  const [isOver, setOver] = useState(false);
  const registerReturn = useMemo<RegisterReturn>(() => {
    /* A register that cannot split a sale would book the full amount. */
    const reportOf = ({ url }: ReturnAddress) => {
      const report = frameReport(url);
      return report?.step === 'ACCEPT' && report.left_to_pay > 0 && !asked.partial ? null : report;
    };
    return {
      inFrame: true,
      partial: asked.partial,
      canReport: (answer) => reportOf(answer) !== null,
      report(answer) {
        const report = reportOf(answer);
        if (report === null) return;
        setOver(true);
        channel.send(report);
      },
    };
  }, [asked, channel]);
  if (isOver) return <FrameClosed text={messages.frameOver} />;
  if (!isFrameSale(sale.id)) return <Opening asked={asked} channel={channel} />;
  return (
    <RegisterReturnContext value={registerReturn}>
      <RegisterMessages channel={channel} />
      <RedeemScreen person={session.person} onCover={ignore} />
    </RegisterReturnContext>
  );
}

const ignore = () => undefined;

/**
 * Tells the register if the frame may be closed, and handles its request to close.
 *
 * The request is refused while an outcome is unknown.
 */
function RegisterMessages({ channel }: { readonly channel: FrameChannel }) {
  const { sale } = useTill();
  const back = useGoBack();
  const mayClose = sale.rows.length === 0;
  const sendSetup = () => channel.send({ step: 'SETUP', setup: { enable_close: mayClose } });
  const onStep = useEffectEvent((step: string) => {
    if (step !== 'EXIT') return;
    if (mayClose && !back.isPending) back.mutate();
    else sendSetup();
  });
  useEffect(() => channel.send({ step: 'SETUP', setup: { enable_close: mayClose } }), [channel, mayClose]);
  useEffect(() => channel.listen(({ step }) => onStep(step)), [channel]);
  return null;
}

/** True if the current sale is the frame's own: its id is in the address. */
function isFrameSale(saleId: string): boolean {
  return readLinkedSaleId() === saleId && location.hash === `#${saleId}`;
}

function Opening({ asked, channel }: Pick<InRegisterProps, 'asked' | 'channel'>) {
  const messages = usePageMessages('registers');
  const { common } = useMessages();
  const { currency } = useShop();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ({ reference, sig }: RegisterSale) => {
      const { amount, origin, registerId } = asked;
      const link: PayLink = { amount, currency, reference, returnUrl: `${origin}/`, state: registerId };
      const body = sig === null ? link : { ...link, sig };
      reloadWithSale((await openLink(body)).id);
    },
  });
  const { said, isSilent } = useRegisterSale(asked, channel);
  useEffect(() => {
    if (said !== null) mutate(said);
  }, [said, mutate]);
  if (isProblem(error, 'register-not-listed')) return <Refused reason={messages.notListed(asked.origin)} />;
  if (isProblem(error, 'link-not-signed')) return <Refused reason={messages.frameFaults.signature} />;
  if (isSilent) return <Refused reason={messages.noSale} />;
  if (error === null || said === null) return <FrameClosed text={messages.opening} />;
  return (
    <Page title={messages.title}>
      <FailureNotice failure={failureOrNull(error)} />
      <Button variant="main" disabled={isPending} onClick={() => mutate(said)}>
        {common.tryAgain}
      </Button>
    </Page>
  );
}

/** Reloads the page with the sale in its address, so that the till starts with it. */
function reloadWithSale(saleId: string): void {
  history.replaceState(null, '', `${location.pathname}${location.search}#${saleId}`);
  leaveFor.again();
}

/** The register's data of its sale: its number, and its signature if it signs. */
type RegisterSale = Pick<FrameRequest, 'sig'> & { readonly reference: string };

/** From the address, or from the register's page. */
function useRegisterSale({ reference, sig }: FrameRequest, channel: FrameChannel) {
  const [said, setSaid] = useState<RegisterSale | null>(reference === null ? null : { reference, sig });
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    if (reference !== null) return undefined;
    const timer = setTimeout(() => setSilent(true), SALE_WITHIN_MS);
    const stop = channel.listen((message) => {
      if (message.step !== 'DATA') return;
      clearTimeout(timer);
      setSilent(false);
      const { id, sig: signature = null } = message.register_sale;
      setSaid((before) => before ?? { reference: id, sig: signature });
    });
    channel.send({ step: 'DATA' });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [reference, channel]);
  return { said, isSilent: isSilent && said === null };
}

function FrameBar({ session }: { readonly session: Session }) {
  const { header } = useMessages();
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
        <Button variant="quiet" aria-label={header.lock} title={header.lock} onClick={lock}>
          <Lock aria-hidden strokeWidth={1.75} size={20} />
        </Button>
      </div>
      <OfflineNotice />
      <JournalNotice />
    </header>
  );
}

function Refused({ reason }: { readonly reason: string }) {
  const messages = usePageMessages('registers');
  return (
    <Page title={messages.badFrame}>
      <Notice tone="refused">{reason}</Notice>
      <p>{messages.nothingLost}</p>
    </Page>
  );
}

function FrameClosed({ text: said }: { readonly text: string }) {
  const messages = usePageMessages('registers');
  return (
    <Page title={messages.title}>
      <p role="status">{said}</p>
    </Page>
  );
}

type OutgoingMessage =
  | FrameReport
  | { readonly step: 'DATA' }
  | { readonly step: 'SETUP'; readonly setup: { readonly enable_close: boolean } };

/** The connection to the register's page that contains this frame. */
interface FrameChannel {
  readonly send: (message: OutgoingMessage) => void;
  /** Listens to messages of that page only. @returns stops listening */
  readonly listen: (hearer: (message: FrameMessage) => void) => () => void;
}

/** Opens the connection to the parent page with this origin; null outside a frame. */
function openFrameChannel(origin: string): FrameChannel | null {
  const page = window.parent;
  if (page === window) return null;
  return {
    send: (message) => page.postMessage(JSON.stringify(message), origin),
    listen(hearer) {
      const onMessage = (event: MessageEvent<unknown>) => {
        if (event.origin !== origin || event.source !== page) return;
        const message = readFrameMessage(event.data);
        if (message !== null) hearer(message);
      };
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
  };
}
