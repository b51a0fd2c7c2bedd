import {
  ClipboardCheck,
  CreditCard,
  List,
  type LucideIcon,
  Menu as MenuIcon,
  ScanLine,
  Settings,
  ShoppingBag,
  Store,
  Sun,
  TicketCheck,
  Users,
  Wallet,
} from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { Role } from '../../../contract/access/people.ts';
import { useMessages } from '../../words/words.tsx';
import { ADDRESSES, type PageName } from '../addresses.ts';
import { useManagedShops } from '../use-managed-shops.ts';
import { useShop } from '../use-session.ts';
import {
  BOTTOM_ENTRIES,
  entryName,
  type NavigationEntry,
  navigationEntries,
  pageAt,
  tabsOf,
} from './navigation-entries.ts';

const ICONS: Partial<Record<NavigationEntry['name'], LucideIcon>> = {
  shops: Store,
  redeem: ScanLine,
  activate: CreditCard,
  rackCount: ClipboardCheck,
  sell: ShoppingBag,
  today: Sun,
  transactions: List,
  money: Wallet,
  cards: CreditCard,
  team: Users,
  settings: Settings,
  practice: TicketCheck,
};

/* The mark of the current entry is a border, which stays visible in forced colours. */
const LINK =
  'relative flex min-h-12 items-center gap-3 rounded-button px-3 font-medium text-neutral-11 ' +
  'hover:bg-neutral-3 aria-[current]:bg-neutral-3 aria-[current]:font-semibold ' +
  'aria-[current]:text-neutral-12 aria-[current]:before:absolute ' +
  'aria-[current]:before:inset-y-3 aria-[current]:before:-left-3 ' +
  'aria-[current]:before:border-l-3';
/** In a narrow rail, the name is below its icon. */
const UNDER_ICON =
  'max-desk:flex-col max-desk:justify-center max-desk:gap-1 max-desk:px-0.5 max-desk:py-2 ' +
  'max-desk:text-center max-desk:text-label max-desk:aria-[current]:before:-left-1.5';

/** The navigation entries of this role, with the current one marked; the same on every page. */
export function Navigation({ role }: { readonly role: Role }) {
  const { all, linkOf } = useNavigation(role);
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {all.map((entry) => (
        <li key={entry.name}>{linkOf(entry, `${LINK} ${UNDER_ICON}`)}</li>
      ))}
    </ul>
  );
}

interface MenuNavigationProps {
  readonly role: Role;
  readonly onGo: () => void;
}

/** The entries in the menu: all of them, or on a phone those that are not at its bottom. */
export function MenuNavigation({ role, onGo }: MenuNavigationProps) {
  const { header } = useMessages();
  const { all, linkOf } = useNavigation(role);
  const isShort = all.length <= BOTTOM_ENTRIES[role];
  return (
    <nav
      aria-label={header.menu}
      className={`mb-2 border-b border-neutral-4 pb-3 till:hidden ${isShort ? 'phone:hidden' : ''}`}
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {all.map((entry, position) => (
          <li key={entry.name} className={position < BOTTOM_ENTRIES[role] ? 'phone:hidden' : ''}>
            {linkOf(entry, LINK, onGo)}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const BOTTOM_LINK =
  'relative flex min-h-14 w-full flex-col items-center justify-center gap-0.5 rounded-button px-px py-1 ' +
  'text-center text-label leading-tight font-medium text-neutral-11 -outline-offset-2 ' +
  'aria-[current]:font-semibold aria-[current]:text-neutral-12 aria-[current]:before:absolute ' +
  'aria-[current]:before:inset-x-3 aria-[current]:before:-top-px aria-[current]:before:border-t-3';

interface BottomNavigationProps {
  readonly role: Role;
  /** True while a full-screen view covers the page, so that the navigation is disabled. */
  readonly covered: boolean;
  readonly menuId: string;
}

/** The entries that a role uses most, within reach of the thumb on a phone, and the menu. */
export function BottomNavigation({ role, covered, menuId }: BottomNavigationProps) {
  const { header, places } = useMessages();
  const { all, linkOf } = useNavigation(role);
  return (
    <nav
      aria-label={places.title}
      inert={covered}
      className="screen-only sticky bottom-0 z-9 hidden mt-auto border-t border-neutral-4 bg-neutral-2 pb-[env(safe-area-inset-bottom)] phone:block"
    >
      <ul className="flex">
        {all.slice(0, BOTTOM_ENTRIES[role]).map((entry) => (
          <li key={entry.name} className="min-w-0 flex-1">
            {linkOf(entry, BOTTOM_LINK)}
          </li>
        ))}
        <li className="min-w-0 flex-1">
          <button type="button" popoverTarget={menuId} className={BOTTOM_LINK}>
            <MenuIcon aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />
            <span className="max-w-full hyphens-auto wrap-anywhere">{header.menu}</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}

const TAB =
  'flex min-h-12 min-w-12 items-center border-b-3 border-transparent font-medium ' +
  'whitespace-nowrap text-neutral-11 -outline-offset-4 hover:border-neutral-6 aria-[current]:border-accent ' +
  'aria-[current]:font-semibold aria-[current]:text-neutral-12';
const SECTION =
  'flex min-h-12 items-center rounded-button px-4 font-medium whitespace-nowrap text-neutral-11 -outline-offset-4 ' +
  'aria-[current]:bg-neutral-1 aria-[current]:font-semibold aria-[current]:text-neutral-12 ' +
  'aria-[current]:inset-ring aria-[current]:inset-ring-neutral-6';

/** Tabs of the current entry, and sections of the current tab; nothing where there is only one. */
export function PageTabs({ role }: { readonly role: Role }) {
  const { places } = useMessages();
  const { current, page } = useNavigation(role);
  const tabs = current === undefined ? [] : tabsOf(current);
  const tab = tabs.find(({ pages }) => page !== null && pages.includes(page));
  if (current === undefined || tab === undefined || tabs.length < 2 || current.name === 'settings') return null;
  const ofTab = (one: PageName) => (one === page ? 'page' : 'true');
  return (
    <>
      <nav aria-label={places[current.name]} className="screen-only border-b border-neutral-4 bg-neutral-2">
        <ul className="relative mx-auto flex max-w-[90rem] gap-5 overflow-x-auto px-4 till:px-6">
          {tabs.map(({ name, pages: [first] }) => (
            <li key={name} ref={name === tab.name ? scrollTabIntoView : undefined} className="shrink-0">
              <Link href={ADDRESSES[first]} aria-current={name === tab.name ? ofTab(first) : undefined} className={TAB}>
                {places[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {tab.pages.length > 1 && (
        <nav aria-label={places[tab.name]} className="screen-only mx-auto flex max-w-[90rem] px-4 pt-3 till:px-6">
          <ul className="relative flex gap-1 overflow-x-auto rounded-card bg-neutral-3 p-1">
            {tab.pages.map((one) => (
              <li key={one} ref={one === page ? scrollTabIntoView : undefined} className="shrink-0">
                <Link href={ADDRESSES[one]} aria-current={one === page ? 'page' : undefined} className={SECTION}>
                  {one === 'transactions' ? places.allTransactions : places[one]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

/** Scrolls the current tab into view, because a phone shows only a few. */
function scrollTabIntoView(tab: HTMLLIElement | null): void {
  if (tab?.parentElement != null) tab.parentElement.scrollLeft = tab.offsetLeft - tab.offsetWidth / 2;
}

/** The navigation entries of this role with their links, and the current one. */
function useNavigation(role: Role) {
  const { places } = useMessages();
  const shop = useShop();
  const managesSeveral = (useManagedShops(role).data?.length ?? 0) > 1;
  const all = navigationEntries(role, { ...shop, managesSeveral });
  const [path] = useLocation();
  const page = pageAt(path, role);
  const current = all.find(({ pages }) => page !== null && pages.includes(page));
  const linkOf = (entry: NavigationEntry, className: string, onGo?: () => void) => {
    const Icon = ICONS[entry.name] ?? List;
    const ariaCurrent = entry === current && (page === entry.pages[0] ? 'page' : 'true');
    return (
      <Link
        href={ADDRESSES[entry.pages[0]]}
        aria-current={ariaCurrent || undefined}
        className={className}
        onClick={() => onGo?.()}
      >
        <Icon aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />
        <span className="max-w-full hyphens-auto wrap-anywhere">{entryName(entry.name, role, places)}</span>
      </Link>
    );
  };
  return { all, page, current, linkOf };
}
