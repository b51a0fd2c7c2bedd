import type { Looks } from '../check/looks.ts';
import { createDisplayEvents } from '../display/display-events.ts';
import { createDisplays } from '../display/displays.ts';
import { createShown } from '../display/shown.ts';
import { createEvents } from '../events/events.ts';
import { createStreams } from '../events/streams.ts';
import type { Gate } from '../gap/gate.ts';
import { tellAll } from '../operation/changes.ts';
import { createCloudPrnt } from '../printing/cloudprnt.ts';
import { createLeftovers } from '../printing/leftovers.ts';
import { createPrinterStore } from '../printing/printer-store.ts';
import { createPrinters } from '../printing/printers.ts';
import { createPrintoutStore } from '../printing/printout-store.ts';
import { createPrintouts } from '../printing/printouts.ts';
import { createQueue } from '../printing/queue.ts';
import { createPayLinks } from '../register/pay-links.ts';
import { createRegisters } from '../register/registers.ts';
import { createReturnKey } from '../register/return-key.ts';
import { createStories } from '../story/stories.ts';
import type { PeopleParts } from './assemble-people.ts';
import type { Shared } from './assemble-shared.ts';
import type { Ground } from './ground.ts';

/** Why vouchers hold what they hold. */
export function assembleStories(
  { config, knownShops = new Map(), practiceVouchers }: Ground,
  shared: Shared & { readonly looks: Looks },
  { settings }: PeopleParts,
) {
  const cards = new Map((practiceVouchers?.() ?? []).map(({ ref, sequence }) => [ref, sequence]));
  const historyMs = config.historyDays * 24 * 60 * 60_000;
  return createStories({ ...shared, settings, historyMs, knownShops, sequenceOf: (ref) => cards.get(ref) ?? null });
}

/** How pages hear at once that something changed. */
export function assembleHearing(shared: Shared) {
  const streams = createStreams(shared);
  return { streams, events: createEvents({ ...shared, streams }) };
}

type Hearing = ReturnType<typeof assembleHearing>;

/** What customers see of the tills. */
export function assembleDisplays(
  { servers }: Ground,
  shared: Shared & Hearing,
  { guessing, sessions, settings }: PeopleParts,
) {
  const tell = (deviceId: string) => tellAll({ ...shared, servers }, 'display', deviceId);
  const displays = createDisplays({ ...shared, guessing, tell });
  const seen = { ...shared, sessions, settings, displays };
  return { displays, shown: createShown({ ...seen, tell }), displayEvents: createDisplayEvents(seen) };
}

/** What goes onto paper. */
export function assemblePrinting({ config, servers }: Ground, shared: Shared) {
  const addresses = { onLoopback: config.printersOnLoopback };
  const store = createPrintoutStore({ ...shared, servers });
  const printerStore = createPrinterStore({ ...shared, printouts: store });
  const leftovers = createLeftovers({ ...shared, servers, printouts: store });
  const parts = { ...shared, servers, addresses, printers: printerStore, printouts: store, leftovers };
  const queue = createQueue(parts);
  return {
    printers: createPrinters(parts),
    printouts: createPrintouts({ ...parts, queue }),
    cloudPrnt: createCloudPrnt(parts),
    queue,
  };
}

/** What registers that ask by link need. */
export function assembleRegisters(shared: Shared & { readonly gate: Gate }) {
  const registers = createRegisters(shared);
  const returnKey = createReturnKey(shared);
  return { registers, returnKey, payLinks: createPayLinks({ ...shared, registers, key: returnKey }) };
}
