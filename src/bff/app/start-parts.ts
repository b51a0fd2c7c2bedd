import type { Parts } from './assemble.ts';

/**
 * Before the first request: makes who may practise, reads what the last stop left open, begins to
 * settle it, to read the issuer's rows, and to look for captures that nothing explains.
 */
export async function startParts({
  opening,
  settler,
  sweeper,
  seals,
  upkeep,
  practice,
  prepareList,
  queue,
  outbox,
  dispatch,
  zNumbers,
  closeShift,
  changes,
}: Pick<
  Parts,
  | 'opening'
  | 'settler'
  | 'sweeper'
  | 'seals'
  | 'upkeep'
  | 'practice'
  | 'prepareList'
  | 'queue'
  | 'outbox'
  | 'dispatch'
  | 'zNumbers'
  | 'closeShift'
  | 'changes'
>): Promise<void> {
  await prepareList();
  await zNumbers.start();
  closeShift.follow(changes);
  await outbox.refresh();
  dispatch.start();
  await opening.start();
  await settler.recover();
  upkeep.start();
  sweeper.start();
  seals.start();
  await queue.start();
  await practice?.prepare();
}

/** Stops settling and looking, and waits for what is with the issuer. */
export async function stopParts({
  opening,
  settler,
  sweeper,
  seals,
  upkeep,
  runs,
  tenders,
  refunds,
  queue,
  dispatch,
  closeShift,
}: Parts): Promise<void> {
  await Promise.all([settler.stop(), sweeper.stop(), seals.stop(), runs.close(), queue.stop()]);
  await Promise.all([tenders.drain(), refunds.drain()]);
  await closeShift.stop();
  await dispatch.stop();
  await Promise.all([upkeep.stop(), opening.stop()]);
}
