import { expect, it } from 'vitest';
import { printRequestSchema } from './issue.ts';

const print = '7d9f1d0e-55a1-4f7e-9a63-4f1f2f0b8a11';
const takes = (reason: string) => printRequestSchema.safeParse({ print, reason }).success;

it('a reason for a reprint is a single line of visible text', () => {
  expect([takes('the printer jammed'), takes('紙張卡住')]).toEqual([true, true]);
  expect(['a\u202Eb', 'a\u0000b', 'a\nb', ' ', 'x'.repeat(301)].map(takes)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
