import {
  CreditCard,
  List,
  type LucideIcon,
  ScanLine,
  Settings,
  ShoppingBag,
  Sun,
  TicketCheck,
  Users,
  Wallet,
} from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { Role } from '../../../contract/access/people.ts';
import { useWords } from '../../words/words.tsx';
import { ADDRESSES } from '../addresses.ts';
import { useShop } from '../use-session.ts';
import { type Place, pageAt, placeName, placesOf } from './places.ts';

const ICONS: Partial<Record<Place['name'], LucideIcon>> = {
  redeem: ScanLine,
  activate: CreditCard,
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

interface PlaceListProps {
  readonly role: Role;
  readonly narrow?: boolean;
  readonly onGo?: () => void;
}

/** The navigation entries of this role, with the current one marked; the same on every page. */
export function PlaceList({ role, narrow = false, onGo }: PlaceListProps) {
  const { places } = useWords();
  const { all, current, page } = usePlaces(role);
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {all.map((place) => {
        const Icon = ICONS[place.name] ?? List;
        const isHere = place === current && (page === place.pages[0] ? 'page' : 'true');
        return (
          <li key={place.name}>
            <Link
              href={ADDRESSES[place.pages[0]]}
              aria-current={isHere || undefined}
              className={`${LINK} ${narrow ? UNDER_ICON : ''}`}
              onClick={() => onGo?.()}
            >
              <Icon aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />
              <span className="max-w-full hyphens-auto wrap-anywhere">{placeName(place.name, role, places)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Tabs with the pages of the current entry; nothing if it has only one. */
export function PagesBeside({ role }: { readonly role: Role }) {
  const { places } = useWords();
  const { current, page } = usePlaces(role);
  if (current === undefined || current.pages.length < 2 || current.name === 'settings') return null;
  return (
    <nav aria-label={places[current.name]} className="screen-only border-b border-neutral-4 bg-neutral-2">
      <ul className="relative mx-auto flex max-w-[90rem] overflow-x-auto px-2 till:px-4">
        {current.pages.map((one) => (
          <li key={one} ref={one === page ? keepInView : undefined} className="shrink-0">
            <Link
              href={ADDRESSES[one]}
              aria-current={one === page ? 'page' : undefined}
              className="flex min-h-12 min-w-12 items-center justify-center border-b-3 border-transparent px-3 font-medium whitespace-nowrap text-neutral-11 -outline-offset-4 hover:bg-neutral-3 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-neutral-12"
            >
              {places[one]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the current tab into view, because a phone shows only a few. */
function keepInView(here: HTMLLIElement | null): void {
  if (here?.parentElement != null) here.parentElement.scrollLeft = here.offsetLeft - here.offsetWidth / 2;
}

/** The navigation entries of this role, and the current one. */
function usePlaces(role: Role) {
  const all = placesOf(role, useShop());
  const [path] = useLocation();
  const page = pageAt(path, role);
  const current = all.find(({ pages }) => page !== null && pages.includes(page));
  return { all, page, current };
}
