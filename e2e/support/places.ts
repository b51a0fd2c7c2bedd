import type { Page } from '@playwright/test';

/** A manager's pages that are tabs of another entry in the navigation. */
const PLACES = {
  Transactions: 'Money',
  Shifts: 'Money',
  Statement: 'Money',
  Reconcile: 'Money',
  'Accounting export': 'Money',
  'Activate cards': 'Cards',
  'Sell vouchers': 'Cards',
  'Vouchers on hold': 'Cards',
  Exceptions: 'Staff & devices',
  Staff: 'Staff & devices',
  'Tills and devices': 'Staff & devices',
  'Audit trail': 'Staff & devices',
  Shop: 'Settings',
  Limits: 'Settings',
  'Bar code types': 'Settings',
  'Receipt numbers': 'Settings',
  Printers: 'Settings',
  Connections: 'Settings',
} as const;

/** Opens a page like a manager: its entry in the navigation, then the tab. */
export async function goTo(page: Page, name: keyof typeof PLACES): Promise<void> {
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: PLACES[name], exact: true }).click();
  await page.getByRole('link', { name, exact: PLACES[name] !== 'Settings' }).click();
}
