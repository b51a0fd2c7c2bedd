import { beforeEach, expect, it } from 'vitest';
import { readUsualSource } from '../../reader/camera-choice.ts';
import { chooseUsualSource, noteScan } from './hand-scanner.ts';

beforeEach(() => {
  localStorage.clear();
  noteScan('camera');
});

it('three scans by hand scanner in a row collapse the camera, not counting camera and typing', () => {
  for (const source of ['wedge', 'hid', 'camera', 'wedge', 'typed', 'serial'] as const) noteScan(source);
  expect(readUsualSource(localStorage)).toBeNull();
  noteScan('wedge');
  expect(readUsualSource(localStorage)).toBe('hand');
});

it('a camera chosen by a person stays, however often a hand scanner is used', () => {
  chooseUsualSource('camera');
  for (let scan = 0; scan < 5; scan += 1) noteScan('wedge');
  expect(readUsualSource(localStorage)).toBe('camera');
});
