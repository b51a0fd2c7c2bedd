/** A picture of a corpus and what it holds; a picture without a format holds no code that can be read. */
export interface Sample {
  readonly file: string;
  readonly format: string | null;
  /** Any of these is right. */
  readonly expected: readonly string[];
}

/** The result of one engine for one picture at one size. */
export interface Outcome {
  readonly engine: string;
  readonly size: string;
  readonly sample: Sample;
  readonly texts: readonly string[];
  readonly ms: number;
}

/** The results of an engine for all pictures of one type. Times are milliseconds per picture. */
export interface Score {
  readonly pictures: number;
  readonly correct: number;
  /** Pictures with a result that is none of the expected texts. */
  readonly wrong: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** The row for pictures that hold no code. */
export const NO_CODE = 'no code';

const trimmed = (text: string) => text.trim().replaceAll('\r\n', '\n');

/** Compares texts without the white space around them. */
export function judge({ expected }: Sample, texts: readonly string[]): { readonly correct: boolean; readonly wrong: boolean } {
  const right = new Set(expected.map(trimmed));
  return { correct: texts.some((text) => right.has(trimmed(text))), wrong: texts.some((text) => !right.has(trimmed(text))) };
}

/** Adds outcomes up. */
export function score(outcomes: readonly Outcome[]): Score {
  const judged = outcomes.map(({ sample, texts }) => judge(sample, texts));
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    pictures: outcomes.length,
    correct: judged.filter(({ correct }) => correct).length,
    wrong: judged.filter(({ wrong }) => wrong).length,
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  };
}

/** @param sorted ascending */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A table in Markdown: engines down, formats across, `correct (false ✗)`; then all formats together and the times. */
export function table(outcomes: readonly Outcome[]): string {
  const formats = [...new Set(outcomes.map(({ sample }) => sample.format ?? NO_CODE))].sort();
  const engines = [...new Set(outcomes.map(({ engine }) => engine))];
  const of = (engine: string, format?: string) =>
    score(outcomes.filter((each) => each.engine === engine && (format === undefined || (each.sample.format ?? NO_CODE) === format)));
  const counts = formats.map((format) => `${format} of ${of(engines[0] ?? '', format).pictures}`);
  const cell = ({ correct, wrong }: Score, format: string) => {
    const reads = format === NO_CODE ? '' : `${correct}`;
    return wrong > 0 ? `${reads} (${wrong} ✗)`.trim() : reads || '0 ✗';
  };
  const rows = engines.map((engine) => {
    const all = of(engine);
    const times = formats.map((format) => of(engine, format)).map(({ medianMs, p95Ms }) => `${medianMs.toFixed(0)}/${p95Ms.toFixed(0)}`);
    const cells = formats.map((format, index) => `${cell(of(engine, format), format)} · ${times[index] ?? ''}`);
    return [engine, ...cells, `${all.correct} (${all.wrong} ✗)`, `${all.medianMs.toFixed(0)} / ${all.p95Ms.toFixed(0)}`];
  });
  const head = ['engine', ...counts.map((count) => `${count} · ms`), 'all', 'ms, median / p95'];
  return [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
