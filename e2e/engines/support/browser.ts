export type Engine = 'chromium' | 'firefox' | 'webkit';

/** A place in the window, CSS pixels from its top left corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A function that runs in the page. It can use only its argument. */
export type Question<Argument, Answer> = (argument: Argument) => Answer | Promise<Answer>;

/**
 * One tab of a browser without data of earlier tests. It has the minimum that an engine must
 * provide, so that each test is written once. Everything else runs in the page itself.
 */
export interface Tab {
  /** Name and version of the engine. */
  readonly version: string;
  /** Opens an address and waits until it is loaded. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * Runs a function in the page; argument and result are sent as JSON.
   * @throws Error with the page's message if the function throws
   */
  ask<Argument, Answer>(question: Question<Argument, Answer>, argument: Argument): Promise<Answer>;
  /** Runs the source of a script in the page unchanged. */
  run(source: string): Promise<void>;
  /** A press of the left button. */
  click(spot: Spot): Promise<void>;
  /** Presses keys one after the other with `delayMs` between them: characters, or names such as `Enter`. */
  press(keys: readonly string[], delayMs: number): Promise<void>;
  /** Sets the size of the page in the window, or the nearest that the engine supports. */
  resize(size: Size): Promise<void>;
  /** The page as printed on A4; null if the engine cannot print in tests. */
  pdf(): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** A running browser. */
export interface Browser {
  readonly engine: Engine;
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

/** Keys that have no character, as the WebDriver standard numbers them. */
const KEY_CODES: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Delete: '\uE017',
  F2: '\uE032',
  F4: '\uE034',
  F8: '\uE038',
  F9: '\uE039',
};

/** Key presses in the format of both kinds of WebDriver. */
export function keyActions(keys: readonly string[], delayMs: number) {
  const actions = keys.flatMap((key) => {
    const value = KEY_CODES[key] ?? key;
    return [{ type: 'keyDown', value } as const, { type: 'keyUp', value } as const, { type: 'pause', duration: delayMs } as const];
  });
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** A click of the left button in the format of both kinds of WebDriver. */
export function clickActions({ x, y }: Spot) {
  const button = 0;
  const at = { x: Math.round(x), y: Math.round(y) };
  const actions = [
    { type: 'pointerMove', duration: 0, ...at },
    { type: 'pointerDown', button },
    { type: 'pointerUp', button },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

/**
 * The source of a function that returns a promise of JSON in an array, which every engine supports;
 * `undefined` becomes null.
 */
export function sourceOf<Argument, Answer>(question: Question<Argument, Answer>, argument: Argument): string {
  return `async () => JSON.stringify([await (${question.toString()})(${JSON.stringify(argument) ?? 'undefined'})])`;
}

/** The result of {@link sourceOf}, whose type the caller guarantees. */
export function answerOf(json: string): unknown {
  const [answer] = JSON.parse(json) as [unknown];
  return answer;
}
