import { createAudit } from '../../bff/platform/audit/audit.ts';
import { systemClock, systemRandom } from '../../bff/platform/base/ports.ts';
import { readConfig } from '../../bff/platform/config/config.ts';
import { openExisting } from '../../bff/platform/storage/open-existing.ts';
import { type ApplyDeps, applyChange } from '../../features/chain/bff/apply.ts';
import { readChain } from '../../features/chain/bff/chain-file.ts';
import { type ChainChange, planChain } from '../../features/chain/bff/plan.ts';
import { makeSheet } from '../../features/chain/bff/sheet.ts';
import { readStoredChain } from '../../features/chain/bff/stored-chain.ts';
import { SHOPS } from '../../sandbox/credentials.ts';

const TERMS = { timeZone: 'Asia/Singapore', currency: 'SGD', productClass: 'ETX_001' };
const [, KATONG] = SHOPS;

/** The file of a chain: the training shop, named Orchard, and a second shop of its account. */
export const CHAIN = `
name: Orchard
shops:
  katong:
    name: Katong
    mid: "${KATONG.mid}"
    clientId: ${KATONG.clientId}
    secretFile: secret
`;

type Settings = Readonly<Record<string, string>>;
type JournalDeps = ApplyDeps & Parameters<typeof makeSheet>[2] & { readonly keys: { open(text: string): string } };

/** Opens the journal next to the server, as the commands do. */
export async function withJournal<T>(settings: Settings, use: (deps: JournalDeps) => Promise<T>): Promise<T> {
  const { db, keys } = await openExisting(readConfig(settings), 'shop');
  const audit = createAudit({ db, keys, clock: systemClock });
  return use({ db, keys, audit, clock: systemClock, random: systemRandom }).finally(() => db.destroy());
}

/** As `npm run shop -- apply`. */
export function applyChain(settings: Settings, yaml: string, secret: string = KATONG.clientSecret): Promise<ChainChange[]> {
  return withJournal(settings, async (deps) => {
    const stored = await readStoredChain(deps.db, deps.keys);
    const changes = planChain(readChain(yaml), { stored, terms: TERMS, clientId: null, secretOf: () => secret });
    for (const change of changes) await applyChange(change, deps);
    return changes;
  });
}

/** A code that enrols one device of the shop `katong`; it is sealed from its start on. */
export async function enrolmentCodeInKatong(settings: Settings): Promise<string> {
  const [line = ''] = await withJournal(settings, (deps) => makeSheet('katong', 1, deps));
  return line.split(' ')[0] ?? '';
}

/** Longer than the servers need to open an added shop. */
const OPEN_WITHIN_MS = 60_000;

/** Repeats an attempt in an added shop until the shop is open. @throws its last error */
export async function untilOpen<T>(attempt: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + OPEN_WITHIN_MS; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
