import { expectFitsOnPaper } from './support/paper.ts';
import { drawingsOnPages } from './support/pdf-pages.ts';
import type { Screen } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/**
 * Prints the document as a PDF if the engine can, and checks the number of pages, none of them
 * empty.
 */
async function expectPages({ tab }: Screen, count: number): Promise<void> {
  const pdf = await tab.pdf();
  if (pdf === null) return;
  const pages = drawingsOnPages(pdf);
  expect(Math.min(...pages), `something on each of ${pages.length} pages`).toBeGreaterThan(0);
  expect(pages.length).toBe(count);
}

/** No test can answer the browser's print dialog. */
const withoutPrintWindow = ({ tab }: Screen) =>
  tab.ask(() => {
    window.print = () => undefined;
  }, null);

for (const [paper, pages] of [
  ['A4 sheets', 2],
  ['80 mm roll', 15],
] as const) {
  test(`fifteen vouchers on ${paper} print without cut vouchers or empty pages`, async ({ openAs, world }) => {
    const page = await openAs('cashier');
    await page.tab.open(`${world.origin}/sell`);
    await page.click({ role: 'button', name: /\$10 Sample Voucher/ });
    await page.type({ role: 'spinbutton', name: 'How many' }, '5');
    await page.click({ role: 'button', name: /^Issue/ });
    await page.see({ role: 'heading', name: '15 vouchers issued' });
    await withoutPrintWindow(page);
    await page.click({ role: 'button', name: 'Print' });
    await page.click({ role: 'radio', name: paper });
    await page.click({ role: 'button', name: 'Print' });
    await page.read('The sheet is ready to print.');
    await expectPages(page, pages);
    await expectFitsOnPaper(page, '[data-paper] article');
  });
}

test('the certificate of an activation is printed on one page without buttons', async ({ openAs }) => {
  const page = await openAs('stock');
  await page.type({ role: 'textbox', name: 'First number' }, '000101');
  await page.type({ role: 'textbox', name: 'Last number' }, '000110');
  await page.type({ role: 'textbox', name: 'Number of cards counted' }, '10');
  await page.click({ role: 'button', name: 'Activate 10 cards' });
  await page.see({ role: 'heading', name: '10 of 10 cards are active' });
  await expectPages(page, 1);
  await expectFitsOnPaper(page, 'article li');
});

test('the receipt of a redemption is printed on one page without buttons', async ({ openAs }) => {
  const till = await openAs('cashier');
  await till.type({ role: 'textbox', name: 'Voucher number' }, '1000000050');
  await till.press('Enter');
  await till.click({ role: 'button', name: 'Redeem all SGD 50.00' });
  await till.see({ role: 'heading', name: 'Redeemed' });
  await expectPages(till, 1);
  await expectFitsOnPaper(till, '.receipt');
});
