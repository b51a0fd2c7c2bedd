import { useQuery } from '@tanstack/react-query';
import { BellRing, CircleSlash, Lock, Menu as MenuIcon, Wifi } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { mayActAs, placeOf, type Session } from '../../../contract/access/people.ts';
import { needsPerson } from '../../../contract/redemption/attention.ts';
import { serverReach } from '../../api/live.ts';
import { attentionQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { ADDRESSES } from '../addresses.ts';
import { useOnline } from '../use-online.ts';
import { useLock, useShop } from '../use-session.ts';
import { useWaitingCount } from '../use-waiting-count.ts';
import { HEADER_CLASS, HeaderFrame, TrainingBanner } from './header-frame.tsx';
import { Menu } from './menu.tsx';

export const MENU_ID = 'menu';

interface HeaderProps {
  readonly session: Session;
  /** True while a full-screen view covers the header, so that its controls are disabled. */
  readonly covered: boolean;
  readonly onShortcuts: () => void;
  /** Opens the customer display; null for roles that do not serve customers. */
  readonly onDisplay: (() => void) | null;
  readonly children: ReactNode;
}

/**
 * The user, the page, and the connection to the server; in training mode, a clear banner above. It
 * is sticky if the window is high enough.
 */
export function Header({ session, covered, onShortcuts, onDisplay, children }: HeaderProps) {
  const { header } = useMessages();
  const shop = useShop();
  const lock = useLock();
  return (
    <header inert={covered} className={HEADER_CLASS}>
      <HeaderFrame banner={shop.practice && <TrainingLine />} person={session.person.name} place={placeOf(shop)}>
        {children}
        {mayActAs(session.person.role, 'manager') && <AttentionBadge />}
        <div className="flex items-center gap-1">
          <NetworkText />
          <Button variant="quiet" aria-label={header.lock} title={header.lock} onClick={lock}>
            <Lock aria-hidden strokeWidth={1.75} size={20} />
          </Button>
          <Button variant="quiet" aria-label={header.menu} popoverTarget={MENU_ID} className="phone:hidden">
            <MenuIcon aria-hidden strokeWidth={1.75} size={20} />
          </Button>
        </div>
      </HeaderFrame>
      <Menu id={MENU_ID} role={session.person.role} covered={covered} onShortcuts={onShortcuts} onDisplay={onDisplay} />
    </header>
  );
}

function TrainingLine() {
  const { header, places } = useMessages();
  return (
    <TrainingBanner>
      {header.practice}
      {/* On phones it is in the menu, so that the header stays low. */}
      <Link
        href={ADDRESSES.practice}
        className="inline-flex min-h-12 min-w-12 items-center justify-center font-medium underline underline-offset-4 max-tablet:hidden short:hidden till:hidden"
      >
        {places.practice}
      </Link>
    </TrainingBanner>
  );
}

function NetworkText() {
  const { header } = useMessages();
  const { time } = useFormat();
  const online = useOnline();
  const { answeredAt } = serverReach.state();
  const Icon = online ? Wifi : CircleSlash;
  return (
    <p
      role="status"
      className={`flex items-center gap-1.5 px-1 text-label font-medium ${online ? 'text-done-ink' : 'text-refused-ink'}`}
    >
      <Icon aria-hidden strokeWidth={1.75} size={18} />
      {/* On phones, the icon alone means online; problems always have a text. */}
      <span className={online ? 'max-tablet:spoken' : ''}>{online ? header.online : header.offline}</span>
      {!online && answeredAt !== null && (
        <span className="max-tablet:spoken">{header.lastAnswer(time(new Date(answeredAt).toISOString()))}</span>
      )}
    </p>
  );
}

/**
 * The number of cases that need a manager; those that the server still handles itself are not
 * counted.
 */
function useAttentionCount(enabled: boolean): number {
  const { data } = useQuery({ ...attentionQuery, enabled });
  return (data?.filter(needsPerson).length ?? 0) + useWaitingCount(enabled);
}

/** Alerts managers on every page while a case needs a manager. */
function AttentionBadge() {
  const { header } = useMessages();
  const count = useAttentionCount(true);
  return (
    <span role="status">
      {count > 0 && (
        <Link
          href={ADDRESSES.today}
          className="inline-flex min-h-12 min-w-12 items-center justify-center gap-1.5 rounded-button bg-attention-tint px-3 font-semibold text-attention-ink tabular-nums"
        >
          <BellRing aria-hidden strokeWidth={1.75} size={20} />
          <span aria-hidden>{count}</span>
          <span className="spoken">{header.attentionCount(count)}</span>
        </Link>
      )}
    </span>
  );
}
