import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterPowerCut, cameTo, pointsOf, readTrace, unsyncedRanges } from './trace.ts';

const WAL = '/tmp/shop/tillside.sqlite-wal';
/**
 * Output of strace: a request, INTENT, the POST and its answer, then the kill while the answer is
 * synced.
 */
const TRACE = `
read(22<TCP:[127.0.0.1:45681->127.0.0.1:44900]>, ""..., 65536) = 500
pwrite64(18<${WAL}>, ""..., 24, 4096) = 24
pwrite64(18<${WAL}>, ""..., 4096, 4120) = 4096
fsync(18<${WAL}>) = 0
connect(26<TCP:[8492]>, {sa_family=AF_INET, sin_port=htons(18788), sin_addr=inet_addr("127.0.0.1")}, 16) = -1 EINPROGRESS (Operation now in progress)
write(16<anon_inode:[eventfd]>, ""..., 8) = 8
writev(26<TCP:[127.0.0.1:38816->127.0.0.1:18788]>, [{iov_base=""..., iov_len=265}, {iov_base=""..., iov_len=91}], 2) = 356
write(16<anon_inode:[eventfd]>, ""..., 8) = 8
read(26<TCP:[127.0.0.1:38816->127.0.0.1:18788]>, ""..., 65536) = 742
pwrite64(18<${WAL}>, ""..., 24, 8216) = 24
pwrite64(18<${WAL}>, ""..., 4096, 8240) = -1 ENOSPC (No space left on device) (INJECTED)
fsync(18<${WAL}>) = ?
+++ killed by SIGKILL +++
`;

describe('a trace', () => {
  it('is converted into described points before each external change', () => {
    expect(pointsOf(readTrace(TRACE), new Map([[18788, 'the issuer']]))).toEqual([
      { call: 'pwrite64', nth: 1, what: 'write the log of the journal' },
      { call: 'pwrite64', nth: 2, what: 'write the log of the journal' },
      { call: 'fsync', nth: 1, what: 'sync the log of the journal' },
      { call: 'connect', nth: 1, what: 'connect to the issuer' },
      { call: 'writev', nth: 1, what: 'write to the issuer' },
      { call: 'read', nth: 2, what: 'read from the issuer' },
      { call: 'pwrite64', nth: 3, what: 'write the log of the journal' },
      { call: 'pwrite64', nth: 4, what: 'write the log of the journal' },
      { call: 'fsync', nth: 2, what: 'sync the log of the journal' },
    ]);
  });

  it('counts wake-ups and log lines, which are not points, as strace counts calls', () => {
    const steps = readTrace(TRACE);
    expect(cameTo(steps, { call: 'write', nth: 2 })).toBe(true);
    expect(cameTo(steps, { call: 'write', nth: 3 })).toBe(false);
  });

  it('returns the ranges written since the last completed sync, without failed writes', () => {
    expect(unsyncedRanges(readTrace(TRACE))).toEqual(new Map([[WAL, [{ start: 8216, end: 8240 }]]]));
  });

  it('is refused if a file was truncated, because the state after a power cut is undefined', () => {
    expect(() => unsyncedRanges(readTrace(`ftruncate(18<${WAL}>, 0) = 0`))).toThrow('cut short');
  });
});

describe('a power cut', () => {
  it('removes appended data and restores overwritten data', () => {
    const before = Buffer.from('abcdef');
    expect(afterPowerCut(before, Buffer.from('abXYefghij'), [{ start: 2, end: 4 }]).toString()).toBe('abcdefghij');
    expect(afterPowerCut(before, Buffer.from('abcdefghij'), [{ start: 8, end: 10 }]).toString()).toBe('abcdefgh');
    expect(afterPowerCut(before, Buffer.from('abcdXYZ'), [{ start: 4, end: 7 }]).toString()).toBe('abcdef');
  });

  it('leaves the earlier file if nothing was synced', () => {
    const write = fc.record({ start: fc.nat(60), bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }) });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.array(write, { maxLength: 8 }), (old, writes) => {
        const before = Buffer.from(old);
        const now = writes.reduce((file, { start, bytes }) => {
          const grown = Buffer.alloc(Math.max(file.length, start + bytes.length));
          file.copy(grown);
          grown.set(bytes, start);
          return grown;
        }, before);
        const ranges = writes.map(({ start, bytes }) => ({ start, end: start + bytes.length }));
        const left = afterPowerCut(before, now, ranges);
        expect(left.subarray(0, before.length)).toEqual(before);
        /* A hole that a write past the end makes is the file system's; it holds nothing but zeros. */
        expect(left.subarray(before.length).every((byte) => byte === 0)).toBe(true);
      }),
    );
  });
});
