import { bundle } from './bundle.ts';
import { overhead } from './overhead.ts';

/** What can be measured: a name for `npm run bench -- NAME`, and what it measures. Without a name all of them run. */
const BENCHES: Record<string, () => Promise<void>> = { bundle, overhead };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(2);
}
for (const [name, run] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
