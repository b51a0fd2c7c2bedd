import { shopDate } from '../../contract/platform/shop-day.ts';
import { booksDay } from './books-day.ts';
import { officeDay, openDay, peopleDay } from './people-day.ts';
import type { MeteredShop } from './shop.ts';
import { activationDay, connectionDay, printingDay, sellingDay } from './stock-day.ts';
import { approvalDay, caseDay, tillDay, voucherDay } from './till-day.ts';

/** A day of a shop that uses every route. @returns the number of its redemptions */
export async function spendDay(shop: MeteredShop, number: number): Promise<number> {
  const { server } = shop;
  const day = shopDate(server.clock.now(), await server.parts.days());
  await openDay(shop);
  await peopleDay(shop, number);
  const { codes, tenders, saleId } = await tillDay(shop, number);
  await approvalDay(shop, tenders[4] ?? '');
  await voucherDay(shop, codes, tenders);
  await activationDay(shop, number);
  await sellingDay(shop);
  await printingDay(shop, saleId);
  await connectionDay(shop, number);
  await caseDay(shop);
  await booksDay(shop, day, number);
  await officeDay(shop, day);
  await whileTimePasses(shop, server.parts.seals.sealNow());
  return tenders.length + 1;
}

/** On PostgreSQL, a seal waits for earlier transactions. */
async function whileTimePasses({ server, metered }: MeteredShop, work: Promise<unknown>): Promise<void> {
  const waiting = { isDone: false };
  const ended = work.finally(() => {
    waiting.isDone = true;
  });
  while (!waiting.isDone) {
    await metered.quiet();
    await server.clock.advance(250);
  }
  await ended;
}
