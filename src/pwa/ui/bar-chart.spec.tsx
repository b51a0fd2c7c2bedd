import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Bar, BarChart } from './bar-chart.tsx';

const bar = (label: string, above: number, below = 0, compared: number | null = null): Bar => ({
  label,
  above,
  below,
  compared,
});

function draw(bars: readonly Bar[], onOpen: (index: number) => void = () => {}) {
  const { container } = render(
    <BarChart
      title="By hour"
      bars={bars}
      amountText={String}
      describe={({ label, above }) => `${label}: ${above}`}
      onOpen={onOpen}
    />,
  );
  return { container, chart: screen.getByRole('slider', { name: 'By hour' }) };
}

test('arrow keys choose a bar and stay at the ends', () => {
  const { chart } = draw([bar('9:00', 500), bar('10:00', 700), bar('11:00', 0)]);
  expect(chart.getAttribute('aria-valuetext')).toBeNull();
  const texts = ['ArrowRight', 'ArrowRight', 'End', 'ArrowRight', 'Home', 'ArrowLeft'].map((key) => {
    fireEvent.keyDown(chart, { key });
    return chart.getAttribute('aria-valuetext');
  });
  expect(texts).toEqual(['9:00: 500', '10:00: 700', '11:00: 0', '11:00: 0', '9:00: 500', '9:00: 500']);
  expect(screen.getByText('9:00: 500')).not.toBeNull();
  fireEvent.blur(chart);
  expect(screen.queryByText('9:00: 500')).toBeNull();
});

test('Enter opens the chosen bar, and no bar before one is chosen', () => {
  const onOpen = vi.fn<(index: number) => void>();
  const { chart } = draw([bar('9:00', 500), bar('10:00', 700)], onOpen);
  fireEvent.keyDown(chart, { key: 'Enter' });
  fireEvent.keyDown(chart, { key: 'End' });
  fireEvent.keyDown(chart, { key: 'Enter' });
  expect(onOpen.mock.calls).toEqual([[1]]);
});

test('the axis of a small number of things has no halves', () => {
  const { container } = draw([bar('9:00', 1), bar('10:00', 0)]);
  const ticks = [...container.querySelectorAll('[aria-hidden] > span.absolute')].map(({ textContent }) => textContent);
  expect(ticks).toEqual(['0', '1']);
});

test('refunds and an amount to compare with fit on the axis', () => {
  const { container } = draw([bar('9:00', 500, 900, 2000)]);
  const ticks = [...container.querySelectorAll('[aria-hidden] > span.absolute')].map(({ textContent }) =>
    Number(textContent),
  );
  expect(Math.min(...ticks)).toBeLessThanOrEqual(-900);
  expect(Math.max(...ticks)).toBeGreaterThanOrEqual(2000);
});

test('a chart without amounts has an axis', () => {
  const { container } = draw([bar('9:00', 0)]);
  expect(container.querySelectorAll('svg line').length).toBeGreaterThan(1);
  expect(container.innerHTML).not.toContain('NaN');
});
