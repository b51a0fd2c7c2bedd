import type { Page } from '@playwright/test';

/** Pages of a manager that stand beside another one, by the place that has both. */
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

/** Goes to a page as a manager does: its place in the navigation, then the page beside the first. */
export async function goTo(page: Page, name: keyof typeof PLACES): Promise<void> {
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: PLACES[name], exact: true }).click();
  await page.getByRole('link', { name, exact: PLACES[name] !== 'Settings' }).click();
}
