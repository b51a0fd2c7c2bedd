import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { endpoints } from '../../contract/platform/endpoints.ts';
import { createDice } from '../simulation/dice.ts';
import { bodiesFor } from './bodies.ts';
import { oddInside, oddText, textOfJson } from './odd.ts';
import { samplesOf } from './samples.ts';

const samples = samplesOf({ refs: ['AB123456789'], ids: ['3f2b9c1e-0000-4000-a000-000000000001'], persons: ['p1'] });
const taking = Object.entries<Endpoint>(endpoints).filter(([, { request }]) => request !== null);
/** Routes that refuse invalid bodies. Of a printer's body, the server accepts what it can read. */
const strict = taking.filter(([name]) => name !== 'pollPrinter');

describe('generated bodies', () => {
  it.each(taking)('for %s are nearly always accepted by the route', (_, endpoint) => {
    const make = bodiesFor(endpoint, samples);
    const made = Array.from({ length: 50 }, (__, seed) => make(createDice(seed)));
    const taken = made.filter((body) => endpoint.request?.safeParse(body).success);
    expect(taken.length).toBeGreaterThan(40);
  });

  it.each(strict)('for %s are refused at least half of the time if one value is odd', (_, endpoint) => {
    const make = bodiesFor(endpoint, samples);
    const texts = Array.from({ length: 60 }, (__, seed) => textOfJson(oddInside(make(createDice(seed)), createDice(seed + 1_000))));
    const taken = texts.filter((text) => endpoint.request?.safeParse(JSON.parse(text)).success);
    expect(taken.length).toBeLessThan(30);
  });

  it('are the same for the same seed, byte for byte', () => {
    const made = () =>
      taking.map(([, endpoint], index) => {
        const dice = createDice(index);
        return Buffer.from(oddText(textOfJson(bodiesFor(endpoint, samples)(dice)), dice).bytes).toString('hex');
      });
    expect(made()).toEqual(made());
  });

  it('contain numbers that JavaScript cannot write', () => {
    const texts = Array.from({ length: 200 }, (_, seed) => textOfJson(oddInside({ amount: 1 }, createDice(seed))));
    expect(texts.some((text) => text.includes('1e400'))).toBe(true);
  });
});
