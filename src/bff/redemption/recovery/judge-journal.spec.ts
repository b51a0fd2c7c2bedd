import { expect, it } from 'vitest';
import type { JournalRecord } from './journal-record.ts';
import { type FoundJournal, judgeJournal } from './judge-journal.ts';

const SEEN: JournalRecord = { server: 's', mark: 'm', at: 1, isStopped: false, boot: 'b', since: [], isSure: true };
const FOUND: FoundJournal = { noted: 'here', lineage: 'here', hasMark: true, lacking: 0, unstoppedServers: 0 };

it.each<[string, JournalRecord | null, Partial<FoundJournal>, ReturnType<typeof judgeJournal>]>([
  ['the same database after a crash is complete', SEEN, {}, null],
  ['a new folder joins the same database', null, {}, null],
  ['a new journal has noted nothing', null, { noted: null }, null],
  ['an older copy in the same place lacks the mark', SEEN, { hasMark: false }, 'facts-gone'],
  ['a copy from a moment ago lacks a fact', SEEN, { lacking: 1 }, 'facts-gone'],
  ['the mark decides also where nothing can tell places apart', SEEN, { hasMark: false, lineage: null }, 'facts-gone'],
  ['a promoted replica that has all that its only server saw is complete', SEEN, { lineage: 'there' }, null],
  ['one that has not is not', SEEN, { lineage: 'there', lacking: 1 }, 'facts-gone'],
  ['what another server saw nobody here knows', SEEN, { lineage: 'there', unstoppedServers: 1 }, 'other-copy'],
  [
    'after the machine was off nobody knows what was seen last',
    { ...SEEN, isSure: false },
    { lineage: 'there' },
    'other-copy',
  ],
  ['a folder that knows nothing cannot vouch for a copy', null, { lineage: 'there' }, 'other-copy'],
  ['the same database after a power cut is complete', { ...SEEN, isSure: false }, {}, null],
])('the journal is compared with the last recorded one: %s', (_, seen, found, reason) => {
  expect(judgeJournal(seen, { ...FOUND, ...found })).toBe(reason);
});
