import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { shopDate } from '../../contract/platform/shop-day.ts';
import { useShop } from '../shell/use-session.ts';
import { useNow } from '../ui/use-now.ts';

interface FigureProps {
  readonly icon: LucideIcon;
  readonly href: string;
  readonly name: string;
  readonly children: ReactNode;
  readonly more: string;
}

/** A figure of the day. The whole card links to its source. */
export function Figure({ icon: Icon, href, name, children, more }: FigureProps) {
  return (
    <Link href={href} className="card grid grid-cols-[minmax(0,1fr)] gap-1 p-4 hover:bg-neutral-3">
      <span className="flex items-center gap-2 text-label font-medium text-neutral-9">
        <Icon aria-hidden strokeWidth={1.75} size={18} className="shrink-0" />
        {name}
      </span>
      <span className="min-h-8 text-title font-semibold wrap-anywhere tabular-nums">{children}</span>
      <span className="min-h-5 text-label text-neutral-9">{more}</span>
    </Link>
  );
}

/** The business day of the shop, `YYYY-MM-DD`. */
export function useToday(): string {
  return shopDate(useNow(30_000), useShop());
}
