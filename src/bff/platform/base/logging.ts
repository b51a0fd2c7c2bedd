import pino from 'pino';
import { LOG_LINES_MAX } from './limits.ts';

/**
 * All fields that a log line may have besides its message. Refs are `last4` and `refHash`; there is
 * no field for bodies, URLs or headers.
 */
export interface LogFields {
  readonly requestId?: string;
  readonly method?: string;
  /** The pattern of the route, never the requested address. */
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly call?: string;
  readonly code?: string;
  readonly reason?: string;
  readonly operationId?: string;
  readonly kind?: string;
  readonly state?: string;
  /** The slug of a shop. */
  readonly shop?: string;
  readonly deviceId?: string;
  readonly personId?: string;
  readonly last4?: string;
  readonly refHash?: string;
  readonly count?: number;
  /**
   * The class of an unexpected error and its place in our code; its message may contain data, so it
   * is left out.
   */
  readonly error?: string;
  readonly at?: string;
}

const ALLOWED: ReadonlySet<string> = new Set<keyof LogFields>([
  'requestId',
  'method',
  'route',
  'status',
  'ms',
  'call',
  'code',
  'reason',
  'operationId',
  'kind',
  'state',
  'shop',
  'deviceId',
  'personId',
  'last4',
  'refHash',
  'count',
  'error',
  'at',
]);

/** True for a field that the server's log may contain. */
export function isLogField(name: string): boolean {
  return ALLOWED.has(name) || name === 'level' || name === 'time' || name === 'msg';
}

type Write = (fields: LogFields, message: string) => void;

/** The server's log. Messages are fixed sentences; variable data is in the fields. */
export interface Logger {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Writes JSON lines with a level, a time and allow-listed fields; anything else is dropped even if
 * a caller bypasses the types.
 * @param destination stdout by default
 */
export function createLogger(level: LogLevel, destination?: { write(line: string): void }): Logger {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => ALLOWED.has(name))),
      },
    },
    destination ?? pino.destination(1),
  );
  const at =
    (name: 'debug' | 'info' | 'warn' | 'error'): Write =>
    (fields, message) =>
      log[name](fields, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Writes log lines to the standard output and keeps the newest. */
export function createLogTail() {
  const out = pino.destination(1);
  const lines: string[] = [];
  return {
    write(line: string): void {
      out.write(line);
      lines.push(line);
      if (lines.length >= 2 * LOG_LINES_MAX) lines.splice(0, lines.length - LOG_LINES_MAX);
    },
    text: () => lines.slice(-LOG_LINES_MAX).join(''),
  };
}

/**
 * Returns the error code of a system or a library, for example EROFS, which never contains data.
 */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : undefined;
}

/**
 * Returns class, code and place of an unexpected error, without its message: drivers and parsers
 * put data into messages.
 */
export function describeError(error: unknown): Pick<LogFields, 'error' | 'at' | 'code'> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = errorCode(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    ...(code !== undefined && { code }),
    at: frames
      .slice(0, 3)
      .map((line) => line.trim())
      .join(' < '),
  };
}
