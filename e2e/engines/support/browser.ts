/** What the engines of the tests are called. */
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

/** What the page is asked, in its own code. It sees nothing but its argument. */
export type Question<Argument, Answer> = (argument: Argument) => Answer | Promise<Answer>;

/**
 * One tab of a browser that knows nothing of the stories before it. The least that an engine has to be able to do, so that each story is told
 * once: everything else is asked of the page itself.
 */
export interface Tab {
  /** Name and version of the engine. */
  readonly version: string;
  /** Opens an address and waits until it is loaded. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * Runs a function in the page; argument and answer are sent as JSON.
   * @throws Error with what the page said when the function throws
   */
  ask<Argument, Answer>(question: Question<Argument, Answer>, argument: Argument): Promise<Answer>;
  /** Defines what a script defines; its source is run in the page as it is. */
  run(source: string): Promise<void>;
  /** A press of the left button. */
  click(spot: Spot): Promise<void>;
  /** Presses keys one after the other with `delayMs` between them: characters, or names such as `Enter`. */
  press(keys: readonly string[], delayMs: number): Promise<void>;
  /** Makes the inside of the window so large, or as near to it as the engine's windows can be. */
  resize(size: Size): Promise<void>;
  /** The page as it would be printed on A4; null where the engine gives tests no paper. */
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

/** Keys pressed and let go, as both kinds of WebDriver take them. */
export function keyActions(keys: readonly string[], delayMs: number) {
  const actions = keys.flatMap((key) => {
    const value = KEY_CODES[key] ?? key;
    return [{ type: 'keyDown', value } as const, { type: 'keyUp', value } as const, { type: 'pause', duration: delayMs } as const];
  });
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** A press of the left button, as both kinds of WebDriver take it. */
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
 * The source of a function whose answer is a promise of JSON in an array, which no engine has to understand; `undefined` comes back as null.
 */
export function sourceOf<Argument, Answer>(question: Question<Argument, Answer>, argument: Argument): string {
  return `async () => JSON.stringify([await (${question.toString()})(${JSON.stringify(argument) ?? 'undefined'})])`;
}

/** What {@link sourceOf} gave back, which is what the question promises. */
export function answerOf(json: string): unknown {
  const [answer] = JSON.parse(json) as [unknown];
  return answer;
}
