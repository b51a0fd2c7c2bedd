import { expect, it } from 'vitest';
import type { JournalRecord } from './journal-record.ts';
import { type FoundJournal, judgeJournal } from './judge-journal.ts';

const SEEN: JournalRecord = { server: 's', mark: 'm', at: 1, isStopped: false, boot: 'b', since: [], isSure: true };
const FOUND: FoundJournal = { noted: 'here', lineage: 'here', hasMark: true, lacking: 0, unstoppedServers: 0 };

it.each<[string, JournalRecord | null, Partial<FoundJournal>, ReturnType<typeof judgeJournal>]>([
  ['the same database after a crash is complete', SEEN, {}, null],
  ['a new folder joins the same database', null, {}, null],
  ['a new journal has recorded nothing', null, { noted: null }, null],
  ['an older copy in the same place lacks the mark', SEEN, { hasMark: false }, 'facts-gone'],
  ['a copy from a moment ago lacks a fact', SEEN, { lacking: 1 }, 'facts-gone'],
  [
    'the mark decides even if the folders cannot be distinguished',
    SEEN,
    { hasMark: false, lineage: null },
    'facts-gone',
  ],
  ['a promoted replica with everything that its only server saw is complete', SEEN, { lineage: 'there' }, null],
  ['a promoted replica without it is incomplete', SEEN, { lineage: 'there', lacking: 1 }, 'facts-gone'],
  ['data that only another server saw is unknown', SEEN, { lineage: 'there', unstoppedServers: 1 }, 'other-copy'],
  [
    'the last data before the machine was off is unknown',
    { ...SEEN, isSure: false },
    { lineage: 'there' },
    'other-copy',
  ],
  ['a folder without records cannot confirm a copy', null, { lineage: 'there' }, 'other-copy'],
  ['the same database after a power cut is complete', { ...SEEN, isSure: false }, {}, null],
])('the journal is compared with the last recorded one: %s', (_, seen, found, reason) => {
  expect(judgeJournal(seen, { ...FOUND, ...found })).toBe(reason);
});
