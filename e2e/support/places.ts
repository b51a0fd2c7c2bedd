import type { Page } from '@playwright/test';

/** A manager's pages that are tabs of another entry in the navigation. */
const PLACES = {
  Transactions: 'Money',
  Shifts: 'Money',
  Statement: 'Money',
  'Match a list': 'Money',
  Books: 'Money',
  'Activate cards': 'Cards',
  'Sell vouchers': 'Cards',
  'Vouchers on hold': 'Cards',
  Exceptions: 'Team and tills',
  People: 'Team and tills',
  'Tills and devices': 'Team and tills',
  'Audit trail': 'Team and tills',
  Shop: 'Settings',
  Limits: 'Settings',
  'Kinds of bar codes': 'Settings',
  'Receipt numbers': 'Settings',
  Printers: 'Settings',
  Connections: 'Settings',
} as const;

/** Opens a page like a manager: its entry in the navigation, then the tab. */
export async function goTo(page: Page, name: keyof typeof PLACES): Promise<void> {
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: PLACES[name], exact: true }).click();
  await page.getByRole('link', { name, exact: PLACES[name] !== 'Settings' }).click();
}
