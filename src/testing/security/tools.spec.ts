import { describe, expect, it } from 'vitest';
import { CONTENT_POLICY, policyText } from '../../bff/platform/http/headers.ts';
import { evaluatePolicy, withoutHash } from './tools.ts';

describe('the content policy', () => {
  it('has no unintended weakness', () => {
    expect(evaluatePolicy(policyText(CONTENT_POLICY)).found).toEqual([]);
  });

  it.each([
    ['scripts inside a page', { ...CONTENT_POLICY, 'script-src': "'self' 'unsafe-inline'" }],
    ['scripts from anywhere', { ...CONTENT_POLICY, 'script-src': 'https:' }],
    ['no rule for plugins and scripts', { 'img-src': "'self'" }],
  ])('is found to be weak if it has %s', (_, policy) => {
    expect(evaluatePolicy(policyText(policy)).found?.length).toBeGreaterThan(1);
  });

  it('is reported if it is missing', () => {
    expect(evaluatePolicy(null).found).toHaveLength(1);
  });
});

it('a package without a hash is reported, but the project itself needs no hash', () => {
  const packages = { '': {}, 'node_modules/good': { integrity: 'sha512-x' }, 'node_modules/bad': {} };
  expect(withoutHash(JSON.stringify({ packages }))).toEqual(['node_modules/bad has no hash']);
});
