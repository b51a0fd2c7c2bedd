import { lazy, type ReactNode, Suspense } from 'react';
import { Link, Route, Switch } from 'wouter';
import { mayActAs, type Person, type Role } from '../contract/people.ts';
import { useShop } from './shell/use-session.ts';
import { Welcome } from './shell/welcome.tsx';
import { useWords } from './words/words.tsx';

const loadRedeem = () => import('./redeem/redeem-screen.tsx');
const RedeemScreen = lazy(() => loadRedeem().then(({ RedeemScreen: page }) => ({ default: page })));
const ActivateRoutes = lazy(() => import('./activate/activate-routes.tsx').then(({ ActivateRoutes: page }) => ({ default: page })));
const AttentionPage = lazy(() => import('./attention/attention-page.tsx').then(({ AttentionPage: page }) => ({ default: page })));
const AuditPage = lazy(() => import('./audit/audit-page.tsx').then(({ AuditPage: page }) => ({ default: page })));
const PeoplePage = lazy(() => import('./people/people-page.tsx').then(({ PeoplePage: page }) => ({ default: page })));
const SellRoutes = lazy(() => import('./sell/sell-routes.tsx').then(({ SellRoutes: page }) => ({ default: page })));
const loadTransactions = () => import('./transactions/transactions-page.tsx');
const TransactionsPage = lazy(() => loadTransactions().then(({ TransactionsPage: page }) => ({ default: page })));
const ClosingPage = lazy(() => import('./transactions/closing-page.tsx').then(({ ClosingPage: page }) => ({ default: page })));
const PracticeVouchers = lazy(() => import('./practice/practice-vouchers.tsx').then(({ PracticeVouchers: page }) => ({ default: page })));

/** Fetches the till's screen before it is needed. Without a network it is simply fetched when it is shown. */
export function preloadTill(): void {
  loadRedeem().catch(() => undefined);
}

/** Fetches the manager's list beside everything else where the app is opened there. Without a network it is simply fetched when it is shown. */
export function preloadAddress(path: string): void {
  if (path === '/transactions')
    loadTransactions().then(
      ({ prepareReader }) => prepareReader(),
      () => undefined,
    );
}

/** The map of the app. No address ever holds a voucher's ref. `onCover` hears whether a page lies over the header. */
export function Routes({ person, onCover }: { readonly person: Person; readonly onCover: (covered: boolean) => void }) {
  const { practice, sells } = useShop();
  const isCashier = mayActAs(person.role, 'cashier');
  /** The page, for those who act as `role`; everybody else is told. */
  const only = (role: Role, page: ReactNode) => (mayActAs(person.role, role) ? page : <NotAllowed />);
  return (
    <Suspense>
      <Switch>
        <Route path="/">
          {isCashier ? <RedeemScreen person={person} onCover={onCover} /> : <ActivateRoutes person={person} id={undefined} />}
        </Route>
        <Route path="/activate/:id?">{({ id }) => only('stock', <ActivateRoutes person={person} id={id} />)}</Route>
        {sells && <Route path="/sell/:id?">{({ id }) => only('cashier', <SellRoutes person={person} id={id} />)}</Route>}
        <Route path="/transactions">
          <TransactionsPage person={person} />
        </Route>
        <Route path="/transactions/closing">{only('manager', <ClosingPage />)}</Route>
        <Route path="/attention">{only('manager', <AttentionPage />)}</Route>
        <Route path="/people">{only('manager', <PeoplePage />)}</Route>
        <Route path="/audit">{only('manager', <AuditPage />)}</Route>
        {practice && (
          <Route path="/practice">
            <PracticeVouchers />
          </Route>
        )}
        <Route>
          <NotFound />
        </Route>
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
    <Welcome title={title}>
      <Link href="/" className="underline underline-offset-4">
        {notFound.home}
      </Link>
    </Welcome>
  );
}
