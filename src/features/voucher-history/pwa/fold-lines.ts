import type { StoryLine } from '../contract/story.ts';

/** A displayed line; successive checks of one shop are combined. */
export interface StoryRow {
  readonly line: StoryLine;
  /** The number of combined lines, and the time of the first. */
  readonly times: number;
  readonly since: string;
}

export function foldStoryLines(lines: readonly StoryLine[]): StoryRow[] {
  return lines.reduce<StoryRow[]>((shown, line) => {
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
