import type { Page } from '@playwright/test';

/** A manager's pages that are tabs of another entry in the navigation, or sections of a tab. */
const PLACES = {
  Transactions: 'Money',
  Shifts: ['Money', 'Closings'],
  'Day totals': ['Money', 'Closings'],
  Statement: ['Money', 'Accounting'],
  Reconcile: ['Money', 'Accounting'],
  'Accounting export': ['Money', 'Accounting'],
  'Activate cards': 'Cards',
  'Sell vouchers': 'Cards',
  'Vouchers on hold': 'Cards',
  Exceptions: 'Staff & devices',
  Staff: 'Staff & devices',
  'Tills and devices': 'Staff & devices',
  'Audit trail': 'Staff & devices',
  Shop: 'Settings',
  Limits: 'Settings',
  'At the till': 'Settings',
  'Bar code types': 'Settings',
  'Receipt numbers': 'Settings',
  Printers: 'Settings',
  Connections: 'Settings',
} as const;

/** Opens a page like a manager: its entry in the navigation, then its tab and section. */
export async function goTo(page: Page, name: keyof typeof PLACES): Promise<void> {
  for (const [level, step] of [PLACES[name]].flat().entries()) {
    const scope = level === 0 ? page.getByRole('navigation', { name: 'Navigation' }) : page;
    await scope.getByRole('link', { name: step, exact: true }).click();
  }
  await page.getByRole('link', { name, exact: PLACES[name] !== 'Settings' }).click();
}
