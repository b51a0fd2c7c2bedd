import { createBookExports } from '../books/book-export.ts';
import { createBooks } from '../books/books.ts';
import type { Looks } from '../check/looks.ts';
import { createDisplayEvents } from '../display/display-events.ts';
import { createDisplays } from '../display/displays.ts';
import { createShownToCustomers } from '../display/shown.ts';
import { createEvents } from '../events/events.ts';
import { createStreams } from '../events/streams.ts';
import { gapsOf } from '../gap/gap-parts.ts';
import type { Gate } from '../gap/gate.ts';
import { createMatchMemory } from '../match/match-memory.ts';
import { type OursPeriod, ourLines, ourPart } from '../match/our-lines.ts';
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
import { createCloseShift } from '../shift/close-shift.ts';
import { createCovers } from '../shift/cover.ts';
import { createZNumbers, NO_FOLDER } from '../shift/numbers.ts';
import { SHIFT_RULES } from '../shift/open-shifts.ts';
import { createShiftTable } from '../shift/shift-table.ts';
import { createShifts, daysIn } from '../shift/shifts.ts';
import { takenLines } from '../shift/taken-lines.ts';
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
  return { displays, shown: createShownToCustomers({ ...seen, tell }), displayEvents: createDisplayEvents(seen) };
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

/**
 * Shifts and their closings.
 * @param onClosed hears that one was closed
 */
export function assembleShifts(
  { zFolder = NO_FOLDER }: Ground,
  shared: Shared,
  { settings }: PeopleParts,
  onClosed: () => void,
) {
  const { db, shop } = shared;
  const days = async () => daysIn(await shared.days());
  const store = createShiftTable({ ...shared, days });
  const own = gapsOf(db, shop);
  const zNumbers = createZNumbers({ ...shared, ...own, store, folder: zFolder });
  const parts = { ...shared, days, store, numbers: zNumbers, rules: SHIFT_RULES, onClosed };
  const closeShift = createCloseShift(parts);
  const isBlind = async () => (await settings.recent(shop)).closingBlind;
  const shifts = createShifts({
    ...parts,
    closeShift,
    isBlind,
    linesOf: (zId) => takenLines(shared.reads, shared, { zId }),
  });
  const books = createBooks(shared);
  return {
    gaps: own.gaps,
    zNumbers,
    closeShift,
    shifts,
    covers: createCovers(shared),
    bookKeeping: { books, exports: createBookExports({ ...shared, zs: store, shifts, books }) },
    matching: {
      memory: createMatchMemory(shared),
      ours: async (period: OursPeriod, after?: string) =>
        after === undefined ? { lines: await ourLines(shared, period), next: null } : ourPart(shared, period, after),
    },
  };
}
