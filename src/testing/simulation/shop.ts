import type { AccountReader } from '../../bff/issuer/mirror/account-reader.ts';
import type { Logger } from '../../bff/platform/base/logging.ts';
import type { Random } from '../../bff/platform/base/ports.ts';
import type { Account } from '../../bff/platform/base/scope.ts';
import type { Servers } from '../../bff/platform/store/servers.ts';
import { createAccountTables } from './account-tables.ts';
import { type SharedClosings, shareClosings } from './closings.ts';
import type { Dice } from './dice.ts';
import type { Disk } from './guards.ts';
import type { SimulatedIssuer } from './issuer.ts';
import { createLife, type Life } from './life.ts';
import { createListedShops } from './listed-shops.ts';
import { createJournalGaps, type JournalGaps, type MemoryGaps } from './memory-gaps.ts';
import { type Lost, type MemoryStore, storeOf } from './memory-store.ts';
import { BEGINNING_MS, isIn, type Plan } from './plan.ts';
import { createServer, openAccountReader, type Server, type SharedStore } from './server.ts';
import type { Timeline } from './timeline.ts';
import type { WorldRules } from './world-rules.ts';

export interface ShopOptions {
  readonly plan: Plan;
  /** The plan of each shop on the servers. */
  readonly shops: readonly Plan[];
  readonly timeline: Timeline;
  readonly store: MemoryStore;
  readonly issuer: SimulatedIssuer;
  readonly rules: WorldRules;
  readonly dice: Dice;
  /** A period was marked as read completely, without storing these of its rows. */
  readonly onNoted: (account: Account, missing: readonly string[]) => void;
  /** A copy has replaced the journal. */
  readonly onLost: (lost: Lost) => void;
  /** One line of the trace. */
  readonly say: (line: string) => void;
}

/** A shop on servers that die, stall, and restart. */
export interface SimulatedShop {
  /** A server that accepts requests now, or null. */
  route(): Server | null;
  readonly closings: SharedClosings | null;
  readonly gaps: Pick<MemoryGaps, 'used' | 'isOpen'>;
}

interface Slot {
  life: Life | null;
  /** One for each shop that the server runs, at the shop's index. */
  ready: (Server | undefined)[] | null;
  /** Starts the server's part of a shop that is added. */
  add: ((index: number) => void) | null;
}

type Change = { readonly kind: string; readonly id: string };

/** Starts the shops of an account: their servers run, and their planned faults occur. */
export function openShops(options: ShopOptions): readonly SimulatedShop[] {
  const { plan, timeline, store, issuer, rules, dice, say } = options;
  const tables = createAccountTables(options);
  const journalGaps = createJournalGaps(store, rules.store);
  const shops = options.shops.map((own) => dataOf(own, options, journalGaps));
  const listed = createListedShops(shops, { store, tables, say });
  const slots: Slot[] = Array.from({ length: plan.servers }, () => ({ life: null, ready: null, add: null }));
  const listeners = new Map<Life, Set<(change: Change) => void>>();
  const deaths = [...plan.deaths];
  const log = createLog(say);
  const random = createRandom(dice.fork());
  let started = 0;
  const isTroubled = () => timeline.now() < plan.faultsUntilMs;
  const disk = createDisk(options, isTroubled);

  /** A stalled server has lost its connection to the database, so the others take it for dead. */
  const alive = (self: Life) =>
    new Set(slots.flatMap(({ life }) => (life && !life.isDead() && (life === self || !life.isStalled()) ? [life.id] : [])));

  function serversOf(life: Life): Servers {
    return {
      id: life.id,
      shared: plan.servers > 1,
      alive: async () => alive(life),
      onForeignChange(listener) {
        const own = listeners.get(life) ?? new Set();
        listeners.set(life, own.add(listener));
        return () => own.delete(listener);
      },
      close: async () => undefined,
    };
  }

  function begin(slot: Slot): void {
    started += 1;
    const death = deaths.shift() ?? Number.POSITIVE_INFINITY;
    let steps = 0;
    const diesHere = () => isTroubled() && (steps += 1) === death;
    const life: Life = createLife({ id: started, timeline, wallMs: BEGINNING_MS, diesHere, died: () => end(slot, life) });
    const announce = (change: Change) => {
      for (const [other, all] of listeners) if (other !== life) for (const listener of all) other.after(3, () => listener(change));
    };
    slot.life = life;
    const process = { life, log, random, announce, disk, servers: serversOf(life), safeSecondAttempt: plan.safeSecondAttempt, rules };
    const behind = () => plan.second?.behind.find((span) => slots[span.server] === slot && isIn([span], timeline.now()));
    const readers = new Map<Account, AccountReader>();
    function readerOf(account: Account): AccountReader {
      const reader = readers.get(account) ?? openAccountReader(tables.storeOf(account), process);
      readers.set(account, reader);
      return reader;
    }
    say(`server   ${life.id} begins`);
    startServers(slot, life, shops, listed.has, (shop) => {
      const { identity } = shop;
      return createServer({
        ...process,
        ...shop,
        journalGaps,
        reader: readerOf(identity.account),
        issuer: issuer.reach(life, shop, behind),
      });
    });
  }

  function end(slot: Slot, life: Life): void {
    say(`server   ${life.id} dies`);
    listeners.delete(life);
    slot.ready = null;
    slot.add = null;
    store.crash(life.id);
    timeline.after(dice.pick([200, 3_000, 20_000]), () => begin(slot));
  }

  slots.forEach(begin);
  planFaults(slots, options);
  const add = (index: number) => listed.add(index) && slots.forEach((slot) => slot.add?.(index));
  shops.forEach(({ changes: { addedMs, addedAgainMs } }, index) => {
    for (const atMs of [addedMs, addedAgainMs]) if (atMs !== null && atMs > 0) timeline.after(atMs, () => add(index));
  });
  /** All servers restart with a copy without the last commits and without data of the issuer. */
  function lose(commits: number): void {
    for (const { life } of slots) life?.kill();
    const lost = store.lose(listed.lose(commits));
    for (const { shared } of shops) shared.closings?.store.forgetLost();
    options.onLost(lost);
    tables.clear();
    journalGaps.isOtherCopy = true;
  }
  if (plan.loss) timeline.after(plan.loss.atMs, () => lose(plan.loss?.commits ?? 0));
  return shops.map(({ shared: { closings, gaps }, changes }, index) => ({
    closings,
    gaps,
    route() {
      if (!listed.has(index) || isIn(changes.suspended, timeline.now())) return null;
      const own = plan.second?.isApart ? slots[index]?.ready?.[index] : undefined;
      const open = slots.flatMap(({ ready }) => ready?.[index] ?? []);
      return own ?? open[dice.below(open.length)] ?? null;
    },
  }));
}

/** Machines stand still or lose their power, and an operator sets their clocks. */
function planFaults(slots: readonly Slot[], { plan, timeline, say }: ShopOptions): void {
  for (const { atMs, forMs, server } of plan.stalls) {
    timeline.after(atMs, () => {
      const life = slots[server % slots.length]?.life;
      say(`server   ${life?.id} stands still for ${forMs} ms`);
      life?.stall(forMs);
    });
  }
  for (const atMs of plan.powerCuts) timeline.after(atMs, () => slots[0]?.life?.kill());
  for (const { atMs, byMs } of plan.clockSettings) {
    timeline.after(atMs, () => {
      say(`operator sets the clock by ${byMs} ms`);
      for (const { life } of slots) life?.setWallClock(byMs);
    });
  }
}

/** Starts the listed shops in a process, and later those that are added. */
function startServers<T>(
  slot: Slot,
  life: Life,
  shops: readonly T[],
  isListed: (index: number) => boolean,
  create: (shop: T) => Server,
): void {
  const servers = shops.map((shop, index) => (isListed(index) ? create(shop) : undefined));
  const start = (work: Promise<void>, started: () => void) => void work.then(started, () => life.kill());
  start(recoverAll(servers), () => {
    slot.ready = servers;
  });
  slot.add = (index) => {
    const shop = shops[index];
    if (servers[index] !== undefined || shop === undefined) return;
    const server = create(shop);
    start(server.recover(), () => {
      servers[index] = server;
    });
  };
}

async function recoverAll(servers: readonly (Server | undefined)[]): Promise<void> {
  for (const server of servers) await server?.recover();
}

/** A disk that is slow during faults, and full if that was planned. */
function createDisk({ plan, timeline, dice }: ShopOptions, isTroubled: () => boolean): Disk {
  return {
    delayMs: () => (isTroubled() && dice.chance(0.05 * plan.trouble) ? dice.pick([50, 2_000, 6_000]) : 0),
    fate() {
      if (!isIn(plan.fullDisk, timeline.now())) return 'well';
      return dice.chance(0.3) ? 'unconfirmed' : 'fails';
    },
  };
}

/** The data of a shop that all servers share. */
function dataOf(plan: Plan, { rules, store: journal }: ShopOptions, journalGaps: JournalGaps) {
  const { identity, changes, sales } = plan;
  const store = storeOf(journal, identity.shop);
  const gaps = journalGaps.ofShop(sales.some(({ program }) => program !== null));
  const asked = { tenders: new Map(), refunds: new Map() };
  const shared: SharedStore = { store, gaps, ...asked, closings: shareClosings({ plan, rules, store, ...asked }) };
  return { identity, changes, shared };
}

function createLog(say: (line: string) => void): Logger {
  const write = (fields: object, message: string) => say(`log      ${message} ${JSON.stringify(fields)}`);
  return { debug: write, info: write, warn: write, error: write };
}

function createRandom(dice: Dice): Random {
  return {
    uuid: () => `00000000-0000-4000-9000-${String(dice.below(1e12)).padStart(12, '0')}`,
    token: (bytes) => String(dice.below(2 ** 32)).padStart(bytes, '0'),
    below: (below) => dice.below(below),
  };
}
