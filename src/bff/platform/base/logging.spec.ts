import { expect, it } from 'vitest';
import { createLogger, describeError, type LogFields } from './logging.ts';

it('fields that are not on the list never appear in a log line, in any call', () => {
  const lines: string[] = [];
  const smuggled: LogFields & { ref: string; headers: object } = {
    requestId: 'r1',
    ref: '1234567890',
    headers: { cookie: 'secret' },
  };
  createLogger('info', { write: (line) => lines.push(line) }).info(smuggled, 'request');
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info',
    time: expect.any(String),
    requestId: 'r1',
    msg: 'request',
  });
});

it('an unexpected error is logged with its class, code and place', () => {
  const error = Object.assign(new TypeError('value 1234567890 was refused'), { code: 'SQLITE_FULL' });
  const told = describeError(error);
  expect(told).toMatchObject({ error: 'TypeError', code: 'SQLITE_FULL' });
  expect(told.at).toContain('logging.spec.ts');
  expect(JSON.stringify(told)).not.toContain('1234567890');
  expect(describeError('1234567890')).toEqual({ error: 'string' });
});
