import type { StoreKind } from '../databases/stores.ts';
import { createDice } from '../simulation/dice.ts';
import { compareAll } from './compare.ts';
import { newTrade, redeemOften, takeStep } from './trade.ts';
import { createTradingWorld } from './trading-world.ts';

const STEPS = 20;

/**
 * Trades at random in three shops, and compares all of their reports with their ledgers.
 * @returns the number of entries in the ledgers
 */
export async function runHistory(kind: StoreKind, seed: number, redemptions = 0): Promise<number> {
  const dice = createDice(seed);
  const world = await createTradingWorld(kind);
  try {
    const [one, ...others] = world.shops.map(newTrade);
    if (one === undefined) throw new Error('There are no shops');
    /* From ten in the evening on: the days of the shops begin at different times. */
    await world.clock.advance(5 * 3_600_000);
    await redeemOften(world, one, dice, redemptions);
    for (let step = 0; step < STEPS; step += 1) await takeStep(world, [one, ...others], dice);
    await compareAll(world, [one, ...others]);
    return world.shops.reduce((sum, { ledger }) => sum + ledger.entries.length, 0);
  } finally {
    await world.end();
  }
}
