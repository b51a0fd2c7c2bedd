import type { Parts } from './assemble.ts';

/**
 * Before the first request: creates the people of training mode, reads what the last stop left
 * open, and starts everything that runs in the background.
 */
export async function startParts({
  opening,
  settler,
  sweeper,
  seals,
  upkeep,
  practice,
  prepareList,
  hooks,
}: Pick<
  Parts,
  'opening' | 'settler' | 'sweeper' | 'seals' | 'upkeep' | 'practice' | 'prepareList' | 'hooks'
>): Promise<void> {
  await prepareList();
  for (const hook of hooks) await hook.start?.();
  await opening.start();
  await settler.recover();
  upkeep.start();
  sweeper.start();
  seals.start();
  await practice?.prepare();
}

/** Stops the background work and waits for requests that are with the issuer. */
export async function stopParts({
  opening,
  settler,
  sweeper,
  seals,
  upkeep,
  runs,
  tenders,
  refunds,
  hooks,
}: Parts): Promise<void> {
  await Promise.all([settler.stop(), sweeper.stop(), seals.stop(), runs.close()]);
  await Promise.all([tenders.drain(), refunds.drain()]);
  for (const hook of hooks.toReversed()) await hook.stop?.();
  await Promise.all([upkeep.stop(), opening.stop()]);
}
