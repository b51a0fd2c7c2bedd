// Runs in a separate thread, started from its text. It answers queries one after the other, on a
// connection that cannot write.
const { createRequire } = require('node:module');
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = createRequire(workerData.from)('@photostructure/sqlite');

/**
 * Prepared statements kept: the program has far fewer texts than this, apart from lists of varying
 * length.
 */
const STATEMENTS_MAX = 200;
const database = new DatabaseSync(workerData.file, { readOnly: true });
database.exec('PRAGMA busy_timeout = 5000');
database.exec('PRAGMA trusted_schema = OFF');
/* Memory-maps the file, so that frequently used pages are read without a copy. */
database.exec('PRAGMA mmap_size = 1073741824');
const prepared = new Map();

function statementOf(text) {
  const known = prepared.get(text);
  if (known) return known;
  if (prepared.size >= STATEMENTS_MAX) prepared.clear();
  const statement = database.prepare(text);
  prepared.set(text, statement);
  return statement;
}

parentPort.on('message', ({ id, text, parameters }) => {
  try {
    parentPort.postMessage({ id, rows: statementOf(text).all(...parameters) });
  } catch (error) {
    parentPort.postMessage({ id, refused: String(error?.message ?? error) });
  }
});
