import { BellRing, CalendarCheck, List, type LucideIcon, ScanLine, Users } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';

/** A manager’s pages at the side of a large screen; on smaller ones the menu has them. */
export function Rail() {
  const { header } = useWords();
  const words = usePageWords('transactions');
  const [path] = useLocation();
  const pages: readonly (readonly [href: string, name: string, Icon: LucideIcon])[] = [
    ['/', header.redeem, ScanLine],
    ['/transactions', words.title, List],
    ['/transactions/closing', words.closing.title, CalendarCheck],
    ['/attention', header.attention, BellRing],
    ['/people', header.people, Users],
  ];
  return (
    <nav aria-label={words.title} className="hidden till:block">
      <ul className="sticky top-24 grid gap-1">
        {pages.map(([href, name, Icon]) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={path === href ? 'page' : undefined}
              className="flex min-h-12 items-center gap-3 rounded-button px-3 font-medium text-neutral-11 hover:bg-neutral-3 aria-[current=page]:bg-neutral-3 aria-[current=page]:font-semibold aria-[current=page]:text-neutral-12"
            >
              <Icon aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
