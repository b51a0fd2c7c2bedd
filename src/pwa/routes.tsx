import { lazy, type ReactNode, Suspense } from 'react';
import { Link, Redirect, Route, Switch, useSearch } from 'wouter';
import { mayActAs, type Person, type Role } from '../contract/access/people.ts';
import { PAGE_FEATURES } from '../features/pwa.ts';
import { loadRedeem } from './preload.ts';
import { ADDRESSES, FORMER_ADDRESSES, OFF_NAVIGATION, type PageName } from './shell/addresses.ts';
import { rootPageOf } from './shell/layout/navigation-entries.ts';
import { Page } from './shell/layout/page.tsx';
import { slotsOf } from './shell/slots.ts';
import { useShop } from './shell/use-session.ts';
import { buttonClass } from './ui/button.tsx';
import { lazyComponent } from './ui/lazy-part.tsx';
import { useMessages } from './words/words.tsx';

const RedeemScreen = lazyComponent(loadRedeem, ({ RedeemScreen: page }) => page);
const AccessibilityPage = lazy(() =>
  import('./accessibility/accessibility-page.tsx').then(({ AccessibilityPage: page }) => ({ default: page })),
);
const TodayPage = lazy(() => import('./today/today-page.tsx').then(({ TodayPage: page }) => ({ default: page })));

/**
 * The routes of the app.
 *
 * No address ever contains a voucher's ref. `onCover` reports if a page covers the header.
 */
export function Routes({ person, onCover }: { readonly person: Person; readonly onCover: (covered: boolean) => void }) {
  const shop = useShop();
  const pages = PAGE_FEATURES.flatMap((feature) => feature.pages ?? []).filter(({ isIn }) => isIn?.(shop) ?? true);
  /** The page for users with the rights of `role`; a notice for all others. */
  const only = (role: Role | null, page: ReactNode) =>
    role === null || mayActAs(person.role, role) ? page : <NotAllowed role={person.role} />;
  return (
    <Suspense>
      <Switch>
        <Route path={ADDRESSES.redeem}>
          {shop.visit ? (
            <Redirect to={ADDRESSES[shop.visit.office ? 'shops' : 'today']} replace />
          ) : rootPageOf(person.role) === 'redeem' ? (
            <RedeemScreen person={person} onCover={onCover} />
          ) : (
            slotsOf('stockHome').map((Home, position) => <Home key={position} person={person} id={undefined} />)
          )}
        </Route>
        {FORMER_ADDRESSES.map(([former, now]) => (
          <Route key={former} path={former}>
            <FormerAddress to={now} />
          </Route>
        ))}
        <Route path={ADDRESSES.today}>{only('manager', <TodayPage />)}</Route>
        <Route path={OFF_NAVIGATION.accessibility}>
          <AccessibilityPage role={person.role} />
        </Route>
        {pages.map(({ path, role, Page: FeaturePage }) => (
          <Route key={path} path={path}>
            {({ id }: { readonly id?: string }) => only(role, <FeaturePage person={person} id={id} />)}
          </Route>
        ))}
        {/* Head office's page, where the next person at the device begins. */}
        <Route path={ADDRESSES.shops}>
          <Redirect to={ADDRESSES.redeem} replace />
        </Route>
        <Route>
          <NotFound role={person.role} />
        </Route>
      </Switch>
    </Suspense>
  );
}

/** Redirects from a former address to the page, with the item that it selects. */
function FormerAddress({ to }: { readonly to: PageName }) {
  const search = useSearch();
  return <Redirect to={search === '' ? ADDRESSES[to] : `${ADDRESSES[to]}?${search}`} replace />;
}

function NotAllowed({ role }: { readonly role: Role }) {
  const { problems } = useMessages();
  return <BackToStart title={problems['not-allowed']} role={role} />;
}

function NotFound({ role }: { readonly role: Role }) {
  const { notFound } = useMessages();
  return <BackToStart title={notFound.title} role={role} />;
}

function BackToStart({ title, role }: { readonly title: string; readonly role: Role }) {
  const { notFound, places } = useMessages();
  return (
    <Page title={title}>
      <p>
        <Link href={ADDRESSES.redeem} className={buttonClass('main')}>
          {rootPageOf(role) === 'redeem' ? notFound.home : places.activate}
        </Link>
      </p>
    </Page>
  );
}
