import { expect, it } from 'vitest';
import type { RangeView } from '../contract/activation.ts';
import { inRangeOrder, isSetAside } from './set-aside.ts';

const rangeOf = (start: string, end: string, state: RangeView['state'], half = true): RangeView => ({
  start,
  end,
  count: Number(end) - Number(start) + 1,
  state,
  half,
  activationId: null,
  refusal: null,
  changedAt: '2026-11-21T07:00:00Z',
  canDeactivate: false,
  deactivation: null,
  decision: null,
});

it('halves appear in the order of their numbers with their own positions, without their original range', () => {
  const ranges = [
    rangeOf('598', '606', 'halved', false),
    rangeOf('598', '601', 'done'),
    rangeOf('602', '606', 'halved'),
    rangeOf('604', '606', 'done'),
    rangeOf('602', '602', 'done'),
    rangeOf('603', '603', 'refused'),
  ];
  expect(inRangeOrder(ranges).map(([position, { start }]) => [position, start])).toEqual([
    [1, '598'],
    [4, '602'],
    [5, '603'],
    [3, '604'],
  ]);
  expect(ranges.filter(isSetAside).map(({ start }) => start)).toEqual(['603']);
});

it('a list without halves stays in its order', () => {
  const ranges = [rangeOf('5', '6', 'done', false), rangeOf('1', '2', 'refused', false)];
  expect(inRangeOrder(ranges).map(([position]) => position)).toEqual([0, 1]);
});
