import {
  BellRing,
  Cable,
  CalendarCheck,
  CreditCard,
  List,
  type LucideIcon,
  Printer,
  ScanLine,
  ScrollText,
  ShoppingBag,
  TicketCheck,
  Users,
} from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { Role } from '../../../contract/people.ts';
import { useWords } from '../../words/words.tsx';
import { ADDRESSES, type PlaceName } from '../addresses.ts';
import { useShop } from '../use-session.ts';
import { placeAt, placesOf } from './places.ts';

const ICONS: Record<PlaceName, LucideIcon> = {
  redeem: ScanLine,
  activate: CreditCard,
  sell: ShoppingBag,
  transactions: List,
  closing: CalendarCheck,
  attention: BellRing,
  people: Users,
  printers: Printer,
  connections: Cable,
  audit: ScrollText,
  practice: TicketCheck,
};

/* The mark of the current place is drawn as a border, which stays where colours are forced. */
const LINK =
  'relative flex min-h-12 items-center gap-3 rounded-button px-3 font-medium text-neutral-11 ' +
  'hover:bg-neutral-3 aria-[current=page]:bg-neutral-3 aria-[current=page]:font-semibold ' +
  'aria-[current=page]:text-neutral-12 aria-[current=page]:before:absolute ' +
  'aria-[current=page]:before:inset-y-3 aria-[current=page]:before:-left-3 ' +
  'aria-[current=page]:before:border-l-3';
/** In a narrow rail the name stands under its icon. */
const UNDER_ICON =
  'max-desk:flex-col max-desk:justify-center max-desk:gap-1 max-desk:px-0.5 max-desk:py-2 ' +
  'max-desk:text-center max-desk:text-label max-desk:aria-[current=page]:before:-left-1.5';

interface PlaceListProps {
  readonly role: Role;
  readonly narrow?: boolean;
  /** Somebody goes to a place. */
  readonly onGo?: () => void;
}

/** Where this role may go, with the place that is on the screen marked; the same on every page. */
export function PlaceList({ role, narrow = false, onGo }: PlaceListProps) {
  const { places } = useWords();
  const shop = useShop();
  const [path] = useLocation();
  const current = placeAt(path, role);
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {placesOf(role, shop).map((place) => {
        const Icon = ICONS[place];
        return (
          <li key={place}>
            <Link
              href={ADDRESSES[place]}
              aria-current={place === current ? 'page' : undefined}
              className={`${LINK} ${narrow ? UNDER_ICON : ''}`}
              onClick={() => onGo?.()}
            >
              <Icon aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />
              <span className="max-w-full hyphens-auto wrap-anywhere">{places[place]}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
