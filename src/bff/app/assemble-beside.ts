import { createBookExports } from '../../features/closings/bff/books/book-export.ts';
import { createBooks } from '../../features/closings/bff/books/books.ts';
import { createCloseShift } from '../../features/closings/bff/close-shift.ts';
import { createCovers } from '../../features/closings/bff/cover.ts';
import { createMatchMemory } from '../../features/closings/bff/match/match-memory.ts';
import { type OursPeriod, ourLines, ourPart } from '../../features/closings/bff/match/our-lines.ts';
import { createZNumbers, NO_FOLDER } from '../../features/closings/bff/numbers.ts';
import { SHIFT_RULES } from '../../features/closings/bff/open-shifts.ts';
import { createShiftTable } from '../../features/closings/bff/shift-table.ts';
import { createShifts, daysIn } from '../../features/closings/bff/shifts.ts';
import { takenLines } from '../../features/closings/bff/taken-lines.ts';
import { createDisplayEvents } from '../../features/customer-display/bff/display-events.ts';
import { createDisplays } from '../../features/customer-display/bff/displays.ts';
import { createShownToCustomers } from '../../features/customer-display/bff/shown.ts';
import { createCloudPrnt } from '../../features/printing/bff/cloudprnt.ts';
import { createLeftovers } from '../../features/printing/bff/leftovers.ts';
import { createPrinterStore } from '../../features/printing/bff/printer-store.ts';
import { createPrinters } from '../../features/printing/bff/printers.ts';
import { createPrintoutStore } from '../../features/printing/bff/printout-store.ts';
import { createPrintouts } from '../../features/printing/bff/printouts.ts';
import { createQueue } from '../../features/printing/bff/queue.ts';
import { createPayLinks } from '../../features/registers/bff/pay-links.ts';
import { createRegisters } from '../../features/registers/bff/registers.ts';
import { createReturnKey } from '../../features/registers/bff/return-key.ts';
import { createStories } from '../../features/voucher-history/bff/stories.ts';
import { createEvents } from '../platform/events/events.ts';
import { createStreams } from '../platform/events/streams.ts';
import type { Looks } from '../redemption/check/looks.ts';
import { tellAll } from '../redemption/operation/changes.ts';
import { gapsOf } from '../redemption/recovery/gap-parts.ts';
import type { Gate } from '../redemption/recovery/gate.ts';
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
