import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../testing/clock.ts';
import type { IssuerReply, Product } from './port.ts';
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

function rig(...answers: IssuerReply<Product>[]) {
  const clock = createManualClock();
  const asked: string[] = [];
  const lookUp = (code: string) => {
    asked.push(code);
    return Promise.resolve(answers[asked.length - 1] ?? { outcome: 'absent' as const });
  };
  return { clock, asked, flagsOf: createProductFlags({ lookUp, clock }) };
}

describe('the flags of products', () => {
  it('are requested once in ten minutes', async () => {
    const { clock, asked, flagsOf } = rig({ outcome: 'found', value: coffee });
    expect(await flagsOf('COFFEE')).toEqual({ isValueBased: false, isMultipleUse: true, currency: null, amount: null });
    await clock.advance(599_999);
    expect(await flagsOf('COFFEE')).toMatchObject({ isValueBased: false });
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    await flagsOf('COFFEE');
    expect(asked).toHaveLength(2);
  });

  it('are unknown for a minute after a failure, so that a slow catalogue does not slow down every check', async () => {
    const { clock, asked, flagsOf } = rig(
      { outcome: 'unclear', reason: 'timed out' },
      { outcome: 'found', value: coffee },
    );
    expect(await flagsOf('COFFEE')).toEqual({ isValueBased: null, isMultipleUse: null, currency: null, amount: null });
    await clock.advance(59_999);
    await flagsOf('COFFEE');
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect(await flagsOf('COFFEE')).toMatchObject({ isValueBased: false });
  });

  it('keep their earlier values if a later request fails', async () => {
    const { clock, flagsOf } = rig({ outcome: 'found', value: coffee }, { outcome: 'unclear', reason: 'timed out' });
    await flagsOf('COFFEE');
    await clock.advance(600_000);
    expect(await flagsOf('COFFEE')).toMatchObject({ isValueBased: false, isMultipleUse: true });
  });

  it('are awaited for a second at most, and used by the next check when they arrive', async () => {
    const clock = createManualClock();
    const lookUp = async (): Promise<IssuerReply<Product>> => {
      await clock.sleep(2_500);
      return { outcome: 'found', value: coffee };
    };
    const flagsOf = createProductFlags({ lookUp, clock });
    const first = flagsOf('COFFEE');
    await clock.advance(1_000);
    expect(await first).toMatchObject({ isValueBased: null });
    await clock.advance(1_500);
    expect(await flagsOf('COFFEE')).toMatchObject({ isValueBased: false });
  });
});
