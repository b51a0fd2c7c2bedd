import * as fake from 'fake-indexeddb';

/** Installs an empty IndexedDB. */
export function installIndexedDb(): void {
  const { default: _, forceCloseDatabase: __, ...globals } = fake;
  Object.assign(globalThis, globals, { indexedDB: new fake.IDBFactory() });
}
