import { lazy, Suspense } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { mayActAs, type Person } from '../contract/people.ts';
import { useShop } from './shell/use-session.ts';
import { Welcome } from './shell/welcome.tsx';
import { useWords } from './words/words.tsx';

const loadRedeem = () => import('./redeem/redeem-screen.tsx');
const RedeemScreen = lazy(() => loadRedeem().then(({ RedeemScreen: page }) => ({ default: page })));
const ActivatePages = lazy(() => import('./activate/activate-pages.tsx').then(({ ActivatePages: page }) => ({ default: page })));
const AttentionPage = lazy(() => import('./attention/attention-page.tsx').then(({ AttentionPage: page }) => ({ default: page })));
const AuditPage = lazy(() => import('./audit/audit-page.tsx').then(({ AuditPage: page }) => ({ default: page })));
const PeoplePage = lazy(() => import('./people/people-page.tsx').then(({ PeoplePage: page }) => ({ default: page })));
const SellPages = lazy(() => import('./sell/sell-pages.tsx').then(({ SellPages: page }) => ({ default: page })));
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

/** The map of the app. No address ever holds a voucher's ref. */
export function Routes({ person }: { readonly person: Person }) {
  const { practice, sells } = useShop();
  const isManager = mayActAs(person.role, 'manager');
  return (
    <Suspense>
      <Switch>
        <Route path="/">
          {mayActAs(person.role, 'cashier') ? <RedeemScreen person={person} /> : <ActivatePages person={person} id={undefined} />}
        </Route>
        {mayActAs(person.role, 'stock') && <Route path="/activate/:id?">{({ id }) => <ActivatePages person={person} id={id} />}</Route>}
        {isManager && (
          <Route path="/attention">
            <AttentionPage />
          </Route>
        )}
        {isManager && (
          <Route path="/people">
            <PeoplePage />
          </Route>
        )}
        {sells && mayActAs(person.role, 'cashier') && <Route path="/sell/:id?">{({ id }) => <SellPages person={person} id={id} />}</Route>}
        {isManager && (
          <Route path="/audit">
            <AuditPage />
          </Route>
        )}
        <Route path="/transactions">
          <TransactionsPage person={person} />
        </Route>
        {isManager && (
          <Route path="/transactions/closing">
            <ClosingPage />
          </Route>
        )}
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

/** Pages that some roles do not have. */
const OTHERS_PAGE = /^\/(activate|attention|people|audit|transactions\/closing)$/;

function NotFound() {
  const { notFound, problems } = useWords();
  const [path] = useLocation();
  return (
    <Welcome title={OTHERS_PAGE.test(path) ? problems['not-allowed'] : notFound.title}>
      <Link href="/" className="underline underline-offset-4">
        {notFound.home}
      </Link>
    </Welcome>
  );
}
