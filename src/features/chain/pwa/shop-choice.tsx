import { Link, useLocation } from 'wouter';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useManagedShops } from '../../../pwa/shell/use-managed-shops.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { useVisit } from './use-visit.ts';

/** The shop whose data the pages show; nothing for a manager of one shop. */
export function ShopChoice() {
  const messages = usePageMessages('chain');
  const { data: shops = [] } = useManagedShops('manager');
  const visit = useVisit();
  if (shops.length < 2) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Select
        label={messages.shop}
        value={shops.find(({ current }) => current)?.id ?? ''}
        disabled={visit.isPending}
        onChoose={(shop) => visit.mutate(shop)}
      >
        {shops.map(({ id, name, home }) => (
          <option key={id} value={id}>
            {home ? messages.home(name) : name}
          </option>
        ))}
      </Select>
      <FailureNotice failure={failureOrNull(visit.error)} />
    </div>
  );
}

/**
 * Above every page in another shop than the device's, because nothing can be redeemed there. Head
 * office sees it above the pages of one shop.
 */
export function VisitNote() {
  const messages = usePageMessages('chain');
  const { places } = useMessages();
  const { name = '', visit: current } = useShop();
  const { data: shops = [] } = useManagedShops('manager');
  const visit = useVisit();
  const [path] = useLocation();
  if (current?.office && path.startsWith(ADDRESSES.shops)) return null;
  const home = shops.find((shop) => shop.home);
  const button = 'inline-flex min-h-12 items-center font-medium underline underline-offset-4';
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-b border-neutral-4 bg-neutral-3 px-4 text-label till:px-6">
      <p className="py-2">{current?.office ? messages.office(name) : messages.visiting(name)}</p>
      {current?.office ? (
        <Link href={ADDRESSES.shops} className={button}>
          {places.shops}
        </Link>
      ) : (
        home && (
          <button type="button" className={button} disabled={visit.isPending} onClick={() => visit.mutate(home.id)}>
            {messages.back(home.name)}
          </button>
        )
      )}
      <FailureNotice failure={failureOrNull(visit.error)} />
    </div>
  );
}
