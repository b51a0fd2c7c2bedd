import { defineServer } from '../../../bff/app/feature.ts';
import { NO_BOOKS } from '../contract/books.ts';
import type { closingEndpoints } from '../contract/endpoints.ts';
import { createBookExports } from './books/book-export.ts';
import { createBooks } from './books/books.ts';
import { bookRoutes } from './books/route.ts';
import { createCloseShift, type ShiftDays } from './close-shift.ts';
import { createClosedShifts } from './closed-shifts.ts';
import { createCovers } from './cover.ts';
import { createMatchMemory } from './match/match-memory.ts';
import { type OursPeriod, ourLines, ourPart } from './match/our-lines.ts';
import { matchRoutes } from './match/route.ts';
import { createZNumbers, NO_FOLDER } from './numbers.ts';
import { SHIFT_RULES } from './open-shifts.ts';
import { redeemedLines } from './redeemed-lines.ts';
import { shiftRoutes } from './route.ts';
import { createShiftTable } from './shift-table.ts';
import { createShifts, daysIn } from './shifts.ts';
import { openZFolder } from './z-folder.ts';

export const closings = defineServer({
  name: 'closings',
  summaries: {
    shifts: 'Shifts: the caller’s own with `mine=1`, or the shop’s with `day` and `to`.',
    closedShifts: 'Closed shifts of a period, oldest first, page by page.',
    cover: 'Assigns the issuer’s captures and refunds of a day to closed shifts, to open shifts, or to none.',
    shift: 'The totals of a shift: X while it is open, Z once it is closed.',
    closeShift: 'Closes a shift under the next number of its till.',
    noteShift: 'Adds a note to a closed shift.',
    books: 'Settings that turn closings into accounting entries.',
    putBooks: 'Sets how closings become accounting entries.',
    bookedClosings: 'The closings of a period, with their earlier exports.',
    exportBooks: 'An accounting file: generic CSV, Xero, Odoo or DATEV.',
    statement: 'Redeemed vouchers of a period, by product and account.',
    exportStatement: 'The same as CSV.',
    matchMemory: 'Saved column layouts of other lists, and notes about differences.',
    ourLines: 'Redemptions and refunds of a period.',
    putLayout: 'Saves the column layout of a list.',
    putMatchNote: 'Saves a note about a difference.',
  } satisfies Record<keyof typeof closingEndpoints, string>,
  examples: {
    noteShift: { note: 'a wrong amount' },
    putBooks: NO_BOOKS,
    exportBooks: { from: '2030-01-14', to: '2030-01-15', format: 'csv', currency: 'SGD', again: false },
    statement: { from: '2030-01-14', to: '2030-01-15', till: null },
    exportStatement: { from: '2030-01-14', to: '2030-01-15', till: null },
    ourLines: { from: '2030-01-14T00:00:00.000Z', to: '2030-01-15T00:00:00.000Z' },
    putLayout: { layout: 'Receipt;Amount', columns: { amount: 'Amount' } },
    putMatchNote: { difference: 'R-1', note: 'a wrong amount' },
    cover: { day: '2030-01-14' },
    bookedClosings: { from: '2030-01-14', to: '2030-01-15' },
  },
  money: {
    none: [
      'closeShift',
      'exportBooks',
      'exportStatement',
      'noteShift',
      'ourLines',
      'putBooks',
      'putLayout',
      'putMatchNote',
      'statement',
    ],
  },
  unconfirmed: {
    statement: 'reads a list',
    ourLines: 'reads a list',
    putLayout: 'records a day, a note or a view, and changes nothing else',
    putMatchNote: 'records a day, a note or a view, and changes nothing else',
  },
  create(core) {
    const { audit, changes, directory, log, reads } = core;
    let latest: { readonly dayBegins: string; readonly days: ShiftDays } | null = null;
    const days = async () => {
      const terms = await core.days();
      if (latest?.dayBegins !== terms.dayBegins) latest = { dayBegins: terms.dayBegins, days: daysIn(terms) };
      return latest.days;
    };
    const store = createShiftTable({ ...core, days });
    const folder = directory === undefined ? NO_FOLDER : openZFolder(directory, log);
    const zNumbers = createZNumbers({ ...core, store, folder });
    const deps = { ...core, days, store, numbers: zNumbers, rules: SHIFT_RULES, onClosed: core.seals.sealSoon };
    const closeShift = createCloseShift(deps);
    const shifts = createShifts({ ...deps, closeShift, linesOf: (zId) => redeemedLines(reads, core, { zId }) });
    const books = createBooks(core);
    const parts = {
      zNumbers,
      closeShift,
      shifts,
      closedShifts: createClosedShifts({ ...core, store }),
      covers: createCovers(core),
      bookKeeping: { books, exports: createBookExports({ ...core, zs: store, shifts, books }) },
      matching: {
        memory: createMatchMemory(core),
        ours: async (period: OursPeriod, after?: string) =>
          after === undefined ? { lines: await ourLines(core, period), next: null } : ourPart(core, period, after),
      },
    };
    return {
      parts,
      onRemembered: zNumbers.take,
      routes({ on, onStream }) {
        shiftRoutes(on, parts);
        bookRoutes({ on, onStream, audit }, parts.bookKeeping);
        matchRoutes(on, parts.matching);
      },
      async start() {
        await zNumbers.start();
        closeShift.follow(changes);
      },
      stop: closeShift.stop,
    };
  },
});
