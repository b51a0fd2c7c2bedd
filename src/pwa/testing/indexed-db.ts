import * as fake from 'fake-indexeddb';

/** Gives a page under test an empty database like the one that a browser has. */
export function installIndexedDb(): void {
  const { default: _, forceCloseDatabase: __, ...globals } = fake;
  Object.assign(globalThis, globals, { indexedDB: new fake.IDBFactory() });
}
