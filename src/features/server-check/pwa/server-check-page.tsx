import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { Link } from 'wouter';
import type { Tone } from '../../../contract/redemption/states.ts';
import { failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { sessionQuery } from '../../../pwa/api/queries.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Welcome } from '../../../pwa/shell/sign-in/welcome.tsx';
import { Button, buttonClass } from '../../../pwa/ui/button.tsx';
import { useClockOffset } from '../../../pwa/ui/server-time.ts';
import { TONES } from '../../../pwa/ui/tone.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ServerFinding } from '../contract/endpoints.ts';
import { type BrowserFacts, judgeBrowser, readCameraAccess, tryStorage } from './browser-checks.ts';
import type { ServerCheckMessages } from './words/en.ts';

/* Results are new each time the page is opened, also without a network. */
const FRESH = { staleTime: 0, gcTime: 0, networkMode: 'always' } as const;

const serverCheckQuery = queryOptions({
  ...FRESH,
  queryKey: ['server-check'],
  queryFn: ({ signal }) => call('serverCheck', { signal }),
});

const browserCheckQuery = queryOptions({
  ...FRESH,
  queryKey: ['browser-check'],
  queryFn: async ({ signal }) => ({
    isAccepted: await isAddressAccepted(signal),
    camera: await readCameraAccess(navigator),
    storage: await tryStorage(navigator),
  }),
});

/** Returns null if the server did not respond. */
async function isAddressAccepted(signal: AbortSignal): Promise<boolean | null> {
  try {
    await call('addressCheck', { signal });
    return true;
  } catch (error) {
    return isProblem(error, 'forbidden-origin') ? false : null;
  }
}

const REFUSALS = ['not-enrolled', 'signed-out', 'not-allowed'] as const;

/**
 * Checks this browser, for everyone, and the server: for everyone on a new one, later for managers.
 */
export function ServerCheckPage() {
  const messages = usePageMessages('server-check');
  const server = useQuery(serverCheckQuery);
  const browser = useQuery(browserCheckQuery);
  const { data: session } = useQuery(sessionQuery);
  const isFetching = server.isFetching || browser.isFetching;
  const again = () => Promise.all([server.refetch(), browser.refetch()]);
  return (
    <Welcome title={messages.title} lead={messages.lead}>
      {browser.data !== undefined && !isFetching && (
        <BrowserResults publicOrigin={server.data?.publicOrigin} {...browser.data} />
      )}
      {server.data !== undefined && !isFetching && <ServerResults findings={server.data.findings} />}
      {!isFetching &&
        (REFUSALS.some((code) => isProblem(server.error, code)) ? (
          <p>{messages.managersOnly}</p>
        ) : (
          <FailureNotice failure={failureOrNull(server.error)} />
        ))}
      {isFetching && <p role="status">{messages.checking}</p>}
      <div className="flex flex-wrap gap-2">
        <Link href={ADDRESSES.redeem} className={buttonClass('main')}>
          {messages.leave}
        </Link>
        <Button disabled={isFetching} onClick={() => void again()}>
          <RefreshCw aria-hidden strokeWidth={1.75} size={20} />
          {messages.again}
        </Button>
        {session?.person.role === 'manager' && (
          <a href="/api/support-packet" download className={buttonClass('plain')}>
            <Download aria-hidden strokeWidth={1.75} size={20} />
            {messages.packet}
          </a>
        )}
      </div>
      {session?.person.role === 'manager' && <p className="text-label text-neutral-9">{messages.packetLead}</p>}
    </Welcome>
  );
}

type BrowserResultsProps = Pick<BrowserFacts, 'publicOrigin' | 'isAccepted' | 'camera' | 'storage'>;

function BrowserResults(facts: BrowserResultsProps) {
  const messages = usePageMessages('server-check');
  const clockOffsetMs = useClockOffset();
  const { origin } = location;
  const browser = judgeBrowser({ ...facts, origin, isSecure: isSecureContext, clockOffsetMs });
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-4 till:p-6">
      <h2 className="text-section font-semibold">{messages.browser}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {browser.map(({ subject, state, code }) => (
          <Finding key={subject} state={state} subject={messages.subjects[subject]}>
            {textOf(messages, code, { origin, publicOrigin: facts.publicOrigin, clockOffsetMs })}
          </Finding>
        ))}
      </ul>
    </section>
  );
}

function ServerResults({ findings }: { readonly findings: readonly ServerFinding[] }) {
  const messages = usePageMessages('server-check');
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-4 till:p-6">
      <h2 className="text-section font-semibold">{messages.server}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {findings.map(({ ok, isNote, subject, message }) => (
          <Finding
            key={`${subject} ${message}`}
            state={isNote ? 'note' : ok ? 'ok' : 'problem'}
            subject={messages.serverSubjects[subject] ?? subject}
          >
            {/* As the doctor prints it. */}
            <span lang="en">{message}</span>
          </Finding>
        ))}
      </ul>
    </section>
  );
}

type Facts = Pick<BrowserFacts, 'origin' | 'publicOrigin' | 'clockOffsetMs'>;

function textOf(messages: ServerCheckMessages, code: keyof ServerCheckMessages['texts'], facts: Facts): string {
  const text = messages.texts[code];
  return typeof text === 'string' ? text : text(facts);
}

const TONE_OF = { ok: 'done', note: 'attention', problem: 'refused' } as const satisfies Record<string, Tone>;

interface FindingProps {
  readonly state: keyof typeof TONE_OF;
  readonly subject: string;
  readonly children: React.ReactNode;
}

function Finding({ state, subject, children }: FindingProps) {
  const { states } = usePageMessages('server-check');
  const { Icon, ink } = TONES[TONE_OF[state]];
  return (
    <li className="flex gap-3">
      <Icon aria-hidden strokeWidth={1.75} className={`shrink-0 ${ink}`} />
      <span className="min-w-0">
        <span className="block font-medium">
          {subject}
          <span className="spoken">: {states[state]}</span>
        </span>
        <span className="block text-label text-neutral-9 wrap-anywhere">{children}</span>
      </span>
    </li>
  );
}
