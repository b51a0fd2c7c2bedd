import type { StoryLine } from '../contract/story.ts';

/** A line as it is shown: checks of one shop that follow one another are one. */
export interface ShownStoryLine {
  readonly line: StoryLine;
  /** How many it stands for, and when the first of them was. */
  readonly times: number;
  readonly since: string;
}

/** Lines without the same look again and again. */
export function foldStoryLines(lines: readonly StoryLine[]): ShownStoryLine[] {
  return lines.reduce<ShownStoryLine[]>((shown, line) => {
    const last = shown.at(-1);
    const isMore =
      last !== undefined &&
      line.what === 'checked' &&
      last.line.what === 'checked' &&
      last.line.own === line.own &&
      last.line.shop === line.shop &&
      last.line.mid === line.mid;
    if (!isMore) return [...shown, { line, times: 1, since: line.at }];
    return [...shown.slice(0, -1), { line, times: last.times + 1, since: last.since }];
  }, []);
}
