import { lazy, type ReactNode, Suspense } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { mayActAs, type Person, type Role } from '../contract/access/people.ts';
import { loadRedeem, loadTransactions } from './preload.ts';
import { ADDRESSES, OFF_NAVIGATION, OLD_CLOSING_ADDRESS, PAY_ADDRESS, WITH_ID } from './shell/addresses.ts';
import { Page } from './shell/frame/page.tsx';
import { tillOf } from './shell/frame/places.ts';
import { useShop } from './shell/use-session.ts';
import { buttonLook } from './ui/button.tsx';
import { useWords } from './words/words.tsx';

const RedeemScreen = lazy(() => loadRedeem().then(({ RedeemScreen: page }) => ({ default: page })));
const AccessibilityPage = lazy(() =>
  import('./accessibility/accessibility-page.tsx').then(({ AccessibilityPage: page }) => ({ default: page })),
);
const ActivateRoutes = lazy(() =>
  import('../features/gift-cards/pwa/activate-routes.tsx').then(({ ActivateRoutes: page }) => ({ default: page })),
);
const AuditPage = lazy(() =>
  import('../features/audit-page/pwa/audit-page.tsx').then(({ AuditPage: page }) => ({ default: page })),
);
const MyShiftPage = lazy(() =>
  import('../features/closings/pwa/my-shift-page.tsx').then(({ MyShiftPage: page }) => ({ default: page })),
);
const ShiftsPage = lazy(() =>
  import('../features/closings/pwa/shifts-page.tsx').then(({ ShiftsPage: page }) => ({ default: page })),
);
const StatementPage = lazy(() =>
  import('../features/closings/pwa/statement-page.tsx').then(({ StatementPage: page }) => ({ default: page })),
);
const MatchPage = lazy(() =>
  import('../features/closings/pwa/match-page.tsx').then(({ MatchPage: page }) => ({ default: page })),
);
const BooksPage = lazy(() =>
  import('../features/closings/pwa/books-page.tsx').then(({ BooksPage: page }) => ({ default: page })),
);
const ConnectionsPage = lazy(() =>
  import('../features/api-access/pwa/connections-page.tsx').then(({ ConnectionsPage: page }) => ({ default: page })),
);
const ExceptionsPage = lazy(() =>
  import('../features/exception-report/pwa/exceptions-page.tsx').then(({ ExceptionsPage: page }) => ({
    default: page,
  })),
);
const HoldsPage = lazy(() =>
  import('../features/hold/pwa/holds-page.tsx').then(({ HoldsPage: page }) => ({ default: page })),
);
const PayPage = lazy(() =>
  import('../features/registers/pwa/pay-page.tsx').then(({ PayPage: page }) => ({ default: page })),
);
const PeoplePage = lazy(() => import('./people/people-page.tsx').then(({ PeoplePage: page }) => ({ default: page })));
const ScanCheckPage = lazy(() =>
  import('../features/scanner-check/pwa/scan-check-page.tsx').then(({ ScanCheckPage: page }) => ({ default: page })),
);
const PrintersPage = lazy(() =>
  import('../features/printing/pwa/printers-page.tsx').then(({ PrintersPage: page }) => ({ default: page })),
);
const SellRoutes = lazy(() =>
  import('../features/selling/pwa/sell-routes.tsx').then(({ SellRoutes: page }) => ({ default: page })),
);
const StoryPage = lazy(() =>
  import('../features/voucher-history/pwa/story-page.tsx').then(({ StoryPage: page }) => ({ default: page })),
);
const TryPage = lazy(() =>
  import('../features/api-access/pwa/try-page.tsx').then(({ TryPage: page }) => ({ default: page })),
);
const SettingsPage = lazy(() =>
  import('./settings/settings-page.tsx').then(({ SettingsPage: page }) => ({ default: page })),
);
const SettingPage = lazy(() =>
  import('./settings/settings-page.tsx').then(({ SettingPage: page }) => ({ default: page })),
);
const TillsPage = lazy(() => import('./people/tills-page.tsx').then(({ TillsPage: page }) => ({ default: page })));
const TodayPage = lazy(() => import('./today/today-page.tsx').then(({ TodayPage: page }) => ({ default: page })));
const TransactionsPage = lazy(() => loadTransactions().then(({ TransactionsPage: page }) => ({ default: page })));
const PracticeVouchers = lazy(() =>
  import('../features/training/pwa/practice-vouchers.tsx').then(({ PracticeVouchers: page }) => ({ default: page })),
);

/**
 * The map of the app.
 *
 * No address ever holds a voucher's ref. `onCover` hears whether a page lies over the header.
 */
export function Routes({ person, onCover }: { readonly person: Person; readonly onCover: (covered: boolean) => void }) {
  const { practice, sells } = useShop();
  /** The page, for those who act as `role`; everybody else is told. */
  const only = (role: Role, page: ReactNode) => (mayActAs(person.role, role) ? page : <NotAllowed />);
  return (
    <Suspense>
      <Switch>
        <Route path={ADDRESSES.redeem}>
          {tillOf(person.role) === 'redeem' ? (
            <RedeemScreen person={person} onCover={onCover} />
          ) : (
            <ActivateRoutes person={person} id={undefined} />
          )}
        </Route>
        <Route path={WITH_ID.activate}>{({ id }) => only('stock', <ActivateRoutes person={person} id={id} />)}</Route>
        {sells && (
          <Route path={WITH_ID.sell}>{({ id }) => only('cashier', <SellRoutes person={person} id={id} />)}</Route>
        )}
        <Route path={ADDRESSES.transactions}>
          <TransactionsPage person={person} />
        </Route>
        <Route path={OLD_CLOSING_ADDRESS}>{only('manager', <Redirect to={ADDRESSES.shifts} replace />)}</Route>
        <Route path={ADDRESSES.shifts}>{only('manager', <ShiftsPage person={person} />)}</Route>
        <Route path={ADDRESSES.statement}>{only('manager', <StatementPage />)}</Route>
        <Route path={ADDRESSES.match}>{only('manager', <MatchPage />)}</Route>
        <Route path={ADDRESSES.books}>{only('manager', <BooksPage />)}</Route>
        <Route path={OFF_NAVIGATION.shift}>{only('cashier', <MyShiftPage />)}</Route>
        <Route path={ADDRESSES.today}>{only('manager', <TodayPage />)}</Route>
        <Route path={ADDRESSES.stories}>{only('manager', <StoryPage />)}</Route>
        <Route path={ADDRESSES.exceptions}>{only('manager', <ExceptionsPage />)}</Route>
        <Route path={ADDRESSES.holds}>{only('manager', <HoldsPage />)}</Route>
        <Route path={ADDRESSES.people}>{only('manager', <PeoplePage />)}</Route>
        <Route path={ADDRESSES.tills}>{only('manager', <TillsPage />)}</Route>
        <Route path={ADDRESSES.settings}>{only('manager', <SettingsPage />)}</Route>
        {(['shop', 'limits', 'till', 'codes', 'receipts'] as const).map((name) => (
          <Route key={name} path={ADDRESSES[name]}>
            {only('manager', <SettingPage name={name} />)}
          </Route>
        ))}
        <Route path={ADDRESSES.printers}>{only('manager', <PrintersPage />)}</Route>
        <Route path={ADDRESSES.connections}>{only('manager', <ConnectionsPage />)}</Route>
        <Route path={PAY_ADDRESS}>{only('cashier', <PayPage />)}</Route>
        <Route path={ADDRESSES.audit}>{only('manager', <AuditPage />)}</Route>
        <Route path={OFF_NAVIGATION.scanCheck}>
          <ScanCheckPage role={person.role} />
        </Route>
        <Route path={OFF_NAVIGATION.accessibility}>
          <AccessibilityPage role={person.role} />
        </Route>
        {practice && <Route path={OFF_NAVIGATION.tryRegister}>{only('manager', <TryPage />)}</Route>}
        {practice && (
          <Route path={ADDRESSES.practice}>
            <PracticeVouchers redeems={mayActAs(person.role, 'cashier')} />
          </Route>
        )}
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
