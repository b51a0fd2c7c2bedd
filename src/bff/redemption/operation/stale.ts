/** Another caller changed the operation first: read it and decide again. */
export class Stale extends Error {
  override readonly name = 'Stale';
}
