/** Fits `value = white + slope · place + (gain + gainSlope · place) · wave`, and inverts it. */
export function levelled(values: Float64Array, wave: Float64Array): Float64Array {
  const placeOf = (at: number) => (2 * (at + 0.5)) / values.length - 1;
  const terms = Array.from(values, (_, at) => {
    const black = wave[at] ?? 0;
    return [1, placeOf(at), black, black * placeOf(at)];
  });
  const [white = 0, slope = 0, gain = 1, gainSlope = 0] = leastSquares(terms, values);
  const gainMin = 0.05 * Math.abs(gain) + 1e-6;
  return values.map(
    (value, at) => (value - white - slope * placeOf(at)) / Math.max(gainMin, gain + gainSlope * placeOf(at)),
  );
}

/** Solves the normal equations by Gaussian elimination. */
function leastSquares(terms: readonly (readonly number[])[], values: Float64Array): readonly number[] {
  const size = terms[0]?.length ?? 0;
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size + 1 }, (_unused, column) =>
      terms.reduce(
        (sum, term, at) => sum + (term[row] ?? 0) * (column < size ? (term[column] ?? 0) : (values[at] ?? 0)),
        row === column ? 1e-9 : 0,
      ),
    ),
  );
  for (const [pivot, own] of rows.entries()) {
    const factor = own[pivot] ?? 1;
    for (let column = 0; column <= size; column++) own[column] = (own[column] ?? 0) / factor;
    for (const other of rows) {
      if (other === own) continue;
      const share = other[pivot] ?? 0;
      for (let column = 0; column <= size; column++) other[column] = (other[column] ?? 0) - share * (own[column] ?? 0);
    }
  }
  return rows.map((row) => row[size] ?? 0);
}

export function correlationOf(one: Float64Array, other: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(one), mean(other)];
  let [both, first, second] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const [x, y] = [(one[at] ?? 0) - a, (other[at] ?? 0) - b];
    both += x * y;
    first += x * x;
    second += y * y;
  }
  return both / Math.sqrt(Math.max(first * second, 1e-12));
}
