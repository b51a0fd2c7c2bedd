import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export interface PromptStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: Pick<NodeJS.WritableStream, 'write'>;
  /** True if a person types, and sees what is written. */
  readonly isTerminal: boolean;
}

export interface Prompt {
  /**
   * Asks for a line of text. A secret is not shown while it is typed.
   * @throws Error if the input has ended
   */
  ask(text: string, isSecret: boolean): Promise<string>;
  close(): void;
}

export function createPrompt({ input, output, isTerminal }: PromptStreams): Prompt {
  let isHidden = false;
  const visible = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) output.write(chunk.toString());
      done();
    },
  });
  /* Without a history, from which the arrow keys would show a secret. */
  const lines = createInterface({ input, output: visible, terminal: isTerminal, historySize: 0 });
  /* Lines of a file arrive before their questions. */
  const typed = lines[Symbol.asyncIterator]();
  return {
    async ask(text, isSecret) {
      lines.setPrompt(isSecret && isTerminal ? `${text}(not shown) ` : text);
      lines.prompt();
      isHidden = isSecret;
      const line = await typed.next();
      isHidden = false;
      if (isSecret && isTerminal) output.write('\n');
      if (line.done === true) throw new Error('Stopped. The same command continues from here');
      return line.value;
    },
    close: () => lines.close(),
  };
}
