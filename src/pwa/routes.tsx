import { lazy, type ReactNode, Suspense } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { mayActAs, type Person, type Role } from '../contract/access/people.ts';
import { PAGE_FEATURES } from '../features/pwa.ts';
import { loadRedeem } from './preload.ts';
import { ADDRESSES, OFF_NAVIGATION, OLD_CLOSING_ADDRESS } from './shell/addresses.ts';
import { Page } from './shell/frame/page.tsx';
import { tillOf } from './shell/frame/places.ts';
import { slotsOf } from './shell/slots.ts';
import { useShop } from './shell/use-session.ts';
import { buttonLook } from './ui/button.tsx';
import { useWords } from './words/words.tsx';

const RedeemScreen = lazy(() => loadRedeem().then(({ RedeemScreen: page }) => ({ default: page })));
const AccessibilityPage = lazy(() =>
  import('./accessibility/accessibility-page.tsx').then(({ AccessibilityPage: page }) => ({ default: page })),
);
const PeoplePage = lazy(() => import('./people/people-page.tsx').then(({ PeoplePage: page }) => ({ default: page })));
const SettingsPage = lazy(() =>
  import('./settings/settings-page.tsx').then(({ SettingsPage: page }) => ({ default: page })),
);
const SettingPage = lazy(() =>
  import('./settings/settings-page.tsx').then(({ SettingPage: page }) => ({ default: page })),
);
const TillsPage = lazy(() => import('./people/tills-page.tsx').then(({ TillsPage: page }) => ({ default: page })));
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
    role === null || mayActAs(person.role, role) ? page : <NotAllowed />;
  return (
    <Suspense>
      <Switch>
        <Route path={ADDRESSES.redeem}>
          {tillOf(person.role) === 'redeem' ? (
            <RedeemScreen person={person} onCover={onCover} />
          ) : (
            slotsOf('stockHome').map((Home, position) => <Home key={position} person={person} id={undefined} />)
          )}
        </Route>
        <Route path={OLD_CLOSING_ADDRESS}>{only('manager', <Redirect to={ADDRESSES.shifts} replace />)}</Route>
        <Route path={ADDRESSES.today}>{only('manager', <TodayPage />)}</Route>
        <Route path={ADDRESSES.people}>{only('manager', <PeoplePage />)}</Route>
        <Route path={ADDRESSES.tills}>{only('manager', <TillsPage />)}</Route>
        <Route path={ADDRESSES.settings}>{only('manager', <SettingsPage />)}</Route>
        {(['shop', 'limits', 'till', 'codes', 'receipts'] as const).map((name) => (
          <Route key={name} path={ADDRESSES[name]}>
            {only('manager', <SettingPage name={name} />)}
          </Route>
        ))}
        <Route path={OFF_NAVIGATION.accessibility}>
          <AccessibilityPage role={person.role} />
        </Route>
        {pages.map(({ path, role, Page: FeaturePage }) => (
          <Route key={path} path={path}>
            {({ id }: { readonly id?: string }) => only(role, <FeaturePage person={person} id={id} />)}
          </Route>
        ))}
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  );
}

function NotAllowed() {
  const { problems } = useWords();
  return <WayBack title={problems['not-allowed']} />;
}

function NotFound() {
  const { notFound } = useWords();
  return <WayBack title={notFound.title} />;
}

function WayBack({ title }: { readonly title: string }) {
  const { notFound } = useWords();
  return (
    <Page title={title}>
      <p>
        <Link href={ADDRESSES.redeem} className={buttonLook('main')}>
          {notFound.home}
        </Link>
      </p>
    </Page>
  );
}
