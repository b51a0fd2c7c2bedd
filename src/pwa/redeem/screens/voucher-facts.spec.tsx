import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import * as slots from '../../shell/slots.ts';
import { checkOf } from '../../testing/examples.ts';
import { FactsOfFeatures } from './voucher-facts.tsx';

it('a voucher shows the facts of every feature, and the remaining facts if one feature fails', () => {
  const first = ({ check }: { check: CheckAnswer }) => <p>{`first ${check.ref}`}</p>;
  const second = () => <p>second</p>;
  const given = vi.spyOn(slots, 'slotsOf').mockReturnValue([first, second]);
  const { rerender } = render(<FactsOfFeatures check={checkOf()} />);
  expect([screen.queryByText('first 1234567890'), screen.queryByText('second')]).not.toContain(null);
  const fails = () => {
    throw new Error('not loaded');
  };
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  given.mockReturnValue([fails, second]);
  rerender(<FactsOfFeatures check={checkOf()} />);
  expect([screen.queryByText(/^first/), screen.queryByText('second')]).toEqual([null, expect.anything()]);
});
