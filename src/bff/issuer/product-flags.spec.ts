import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../testing/clock.ts';
import type { Product } from './admin-port.ts';
import type { Asked } from './port.ts';
import { createProductFlags } from './product-flags.ts';

const coffee: Product = {
  code: 'COFFEE',
  name: 'Coffee',
  isValueBased: false,
  isOpenValue: null,
  isStatusAvailable: null,
  isMultipleUse: true,
  currency: null,
  amount: null,
  description: null,
  termsAndConditions: null,
};

function rig(...answers: Asked<Product>[]) {
  const clock = createManualClock();
  const asked: string[] = [];
  const lookUp = (code: string) => {
    asked.push(code);
    return Promise.resolve(answers[asked.length - 1] ?? { outcome: 'absent' as const });
  };
  return { clock, asked, flagsOf: createProductFlags({ lookUp, clock }) };
}

describe('the flags of products', () => {
  it('are looked up once in ten minutes', async () => {
    const { clock, asked, flagsOf } = rig({ outcome: 'found', value: coffee });
    expect(await flagsOf('COFFEE')).toEqual({ isValueBased: false, isMultipleUse: true });
    await clock.advance(599_999);
    expect(await flagsOf('COFFEE')).toEqual({ isValueBased: false, isMultipleUse: true });
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    await flagsOf('COFFEE');
    expect(asked).toHaveLength(2);
  });

  it('are untold for a minute after a failure, so that a slow catalogue does not slow down every check', async () => {
    const { clock, asked, flagsOf } = rig({ outcome: 'unclear', reason: 'timed out' }, { outcome: 'found', value: coffee });
    expect(await flagsOf('COFFEE')).toEqual({ isValueBased: null, isMultipleUse: null });
    await clock.advance(59_999);
    await flagsOf('COFFEE');
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect(await flagsOf('COFFEE')).toMatchObject({ isValueBased: false });
  });
});
