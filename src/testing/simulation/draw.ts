import { withAmbush } from './ambush.ts';
import { createDice, type Dice } from './dice.ts';
import { asLive } from './live.ts';
import {
  AMOUNTS,
  BYSTANDER,
  type Elsewhere,
  FLAVOURS,
  FLICKER_MS,
  type Flavour,
  FOREIGN_MID,
  LATENESS_MS,
  type Loss,
  NO_CHANGES,
  OUR_SHOP,
  type Plan,
  type PlannedSale,
  type PlannedSpan,
  type PlannedVoucher,
  PROGRAMS,
  type Processing,
  SEARCH_LAG_MS,
  SKEW_MS,
} from './plan.ts';
import { drawSecond, drawStranger, withVisibleRefunds } from './second-shop.ts';
import { drawChanges } from './shop-changes.ts';
import { drawTrade } from './trade.ts';
import type { WorldRules } from './world-rules.ts';

/** The time after a sale when settling can first prove that nothing happened, approximately. */
const W_MS = 210_000;

/**
 * Draws a world from a seed.
 * @param shares of worlds in which the journal is restored, and of those with a second shop, 0 to 1
 * @param isBusy other shops trade in every world
 */
export function drawPlan(seed: number, rules: DrawnRules): Plan {
  const plan = drawFirst(seed, rules);
  const lived = rules.isLive ? asLive(plan, createDice(seed ^ 0x11fe)) : plan;
  return withVisibleRefunds(withChanges(lived, createDice(seed ^ 0xc4a6), rules.changeShare));
}

type DrawnRules = Pick<WorldRules, 'lossShare' | 'secondShare' | 'strangerShare' | 'changeShare' | 'processingShare' | 'isBusy' | 'isLive'>;

/** Draws a world whose shops stay as they are. */
function drawFirst(seed: number, { lossShare, secondShare, strangerShare, processingShare, isBusy, isLive }: DrawnRules): Plan {
  const dice = createDice(seed);
  const flavour = isLive || dice.chance(0.3) ? 'ordinary' : dice.pick(FLAVOURS);
  const trouble = flavour === 'ordinary' ? dice.pick([0.1, 0.4, 0.8, 1]) : dice.pick([0.4, 0.8, 1]);
  const faultsUntilMs = dice.pick([60_000, 120_000, 300_000, 480_000]);
  const vouchers = drawVouchers(dice);
  const isMidKnown = flavour === 'twins' || flavour === 'beyond' || dice.chance(0.8);
  /*
   * The second attempt relies on nobody else refunding or reversing, on complete captures only, and
   * on the bound; see its setting.
   */
  const safeSecondAttempt = flavour !== 'masked' && flavour !== 'beyond' && dice.chance(0.4);
  const cashiers = drawSales(dice, flavour, vouchers);
  /* Drawn with separate dice, so that worlds without them stay the same. */
  const trade = drawTrade(createDice(seed ^ 0x7ade), isBusy);
  const loss = drawLoss(createDice(seed ^ 0x1058), lossShare, flavour, cashiers);
  const sales = loss === null ? cashiers : withPrograms(createDice(seed ^ 0x6b65), cashiers);
  const secondDice = createDice(seed ^ 0x25ec);
  /* Only the balance distinguishes twins, so nobody else may change it within seconds. */
  const share = flavour === 'twins' ? 0 : secondShare;
  const second = drawSecond(secondDice, share, { faultsUntilMs, vouchers, sales: cashiers, loss });
  const others = flavour === 'twins' ? 0 : strangerShare;
  const stranger = drawStranger(createDice(seed ^ 0x57a9), others, { faultsUntilMs, vouchers, sales: cashiers, loss });
  const pageSize = (drawn: number) => trade?.pageSize ?? drawn;
  const plan: Plan = {
    seed,
    identity: OUR_SHOP,
    changes: NO_CHANGES,
    second,
    stranger,
    flavour,
    isLive,
    trouble,
    faultsUntilMs,
    vouchers,
    sales,
    safeSecondAttempt,
    refunds: true,
    isMidKnown: isMidKnown || loss !== null || second !== null || stranger !== null,
    servers: dice.chance(0.2) || second?.isApart === true ? 2 : 1,
    issuerOffsetMs: dice.chance(0.3) ? dice.between(-900_000, 900_000) : dice.between(-2_000, 2_000),
    createdSkewMs: drawSkew(dice, flavour),
    searchLagMs: flavour === 'masked' ? SEARCH_LAG_MS : dice.pick([0, 0, 1_000, 10_000, SEARCH_LAG_MS]),
    balanceLagMs: flavour === 'search-broken' || flavour === 'twins' ? 0 : dice.pick([0, 0, 0, 5_000, SEARCH_LAG_MS]),
    pageSize: pageSize(dice.pick([1, 2, 3, 100])),
    slowPages: [],
    trade,
    processing: drawProcessing(createDice(seed ^ 0x57a7), processingShare, { flavour, safeSecondAttempt, sales: cashiers }),
    lateTwin: null,
    takesPart: !safeSecondAttempt && dice.chance(0.15),
    elsewhere: drawElsewhere(dice, flavour, sales, isMidKnown),
    loss,
    attends: dice.chance(0.5) ? [dice.between(20_000, 400_000), dice.between(300_000, 1_000_000)] : [],
    ...drawBreakdowns(dice, { flavour, trouble, faultsUntilMs, sales }),
  };
  return withAmbush(plan, createDice(seed ^ 0xa3b5));
}

/** In a share of the worlds with several shops, these are added, suspended, moved or set up wrongly. */
function withChanges(plan: Plan, dice: Dice, share: number): Plan {
  const { second, stranger, loss, flavour } = plan;
  if ((second === null && stranger === null) || !dice.chance(share)) return plan;
  const lostMs = loss?.atMs ?? null;
  const isMidNeeded = loss !== null || flavour === 'beyond' || flavour === 'search-broken';
  const changesOf = ({ sales }: Pick<Plan, 'sales'>, isFirst: boolean, hasSister: boolean) =>
    drawChanges(dice, { sales, isFirst, hasSister, lostMs, isMidNeeded });
  /* A refund by one shop meets redemptions of its sister. */
  const refunding = ({ sales }: Pick<Plan, 'sales'>) => sales.map((sale) => ({ ...sale, isUndone: sale.isUndone || dice.chance(0.3) }));
  return {
    ...plan,
    sales: refunding(plan),
    changes: changesOf(plan, true, second !== null),
    second: second && { ...second, sales: refunding(second), changes: changesOf(second, false, true) },
    stranger: stranger && { ...stranger, changes: changesOf(stranger, false, false) },
  };
}

/** The failing rows resemble those of a sale. */
function drawProcessing(
  dice: Dice,
  share: number,
  { flavour, safeSecondAttempt, sales }: Pick<Plan, 'flavour' | 'safeSecondAttempt' | 'sales'>,
): Processing | null {
  if (!dice.chance(share)) return null;
  const ends = () => dice.pick(['failed', 'reversed', 'vanished'] as const);
  const failing = sales
    .filter(() => dice.chance(0.5))
    .map(({ ref, amount, atMs }) => ({
      ref,
      amount,
      atMs: atMs + dice.between(-2_000, 8_000),
      failsMs: dice.between(5_000, 150_000),
      ends: ends(),
    }));
  return {
    forMs: dice.pick([0, 20_000, 60_000, 150_000]),
    failing,
    takenBack:
      flavour !== 'twins' && !safeSecondAttempt && dice.chance(0.15) ? { atMs: dice.between(10_000, 300_000), ends: ends() } : null,
    shownAfterMs: flavour === 'search-broken' && dice.chance(0.5) ? dice.between(5 * 60_000, 60 * 60_000) : null,
  };
}

/**
 * If the search hides our transactions or shows them incorrectly, lost ones cannot be found again.
 */
const SHOWS_OURS = (flavour: Flavour) => flavour !== 'search-broken' && flavour !== 'mid-spelling';

/** Soon after a sale, when there is most to lose. */
function drawLoss(dice: Dice, share: number, flavour: Flavour, sales: readonly PlannedSale[]): Loss | null {
  if (!dice.chance(share) || !SHOWS_OURS(flavour)) return null;
  const sale = sales[dice.below(sales.length)];
  const atMs = (sale?.atMs ?? 0) + (dice.chance(0.7) ? dice.below(12_000) : dice.below(120_000));
  const isAbsent = dice.chance(0.2);
  return {
    atMs,
    commits: dice.pick([1, 2, 3, 5, 8, 40]),
    absent: isAbsent ? { till: dice.between(1, 2), untilMs: atMs + dice.between(300_000, 500_000) } : null,
    opensByHandMs: isAbsent && dice.chance(0.7) ? atMs + dice.between(200_000, 450_000) : null,
  };
}

type Breakdowns = Pick<Plan, 'deaths' | 'powerCuts' | 'stalls' | 'clockSettings' | 'outages' | 'searchOutages' | 'fullDisk' | 'flickers'>;

/** Breakdowns, and their times. */
function drawBreakdowns(
  dice: Dice,
  { flavour, trouble, faultsUntilMs, sales }: Pick<Plan, 'flavour' | 'trouble' | 'faultsUntilMs' | 'sales'>,
): Breakdowns {
  const perhaps = <T>(share: number, draw: () => T): T[] => (dice.chance(share * trouble) ? [draw()] : []);
  const span = (lastMs: number, longestMs: number): PlannedSpan => {
    const fromMs = dice.below(lastMs);
    return { fromMs, toMs: fromMs + dice.below(longestMs) };
  };
  const [sale] = sales;
  const atMs = sale?.atMs ?? 0;
  return {
    deaths: dice.chance(0.5 * trouble) ? [dice.between(1, 14), dice.between(1, 14)].slice(0, dice.between(1, 2)) : [],
    powerCuts: perhaps(0.2, () => dice.below(faultsUntilMs)),
    stalls: perhaps(0.2, () => ({ atMs: dice.below(120_000), forMs: dice.pick([3_000, 20_000, 260_000]), server: dice.below(2) })),
    clockSettings: [
      ...(flavour === 'masked' ? drawSettings(dice, atMs + W_MS) : []),
      ...perhaps(0.15, () => ({ atMs: dice.below(300_000), byMs: dice.between(-1_000_000, 1_000_000) })),
      ...perhaps(0.1, () => ({ atMs: dice.between(200_000, 300_000), byMs: dice.between(-1_000_000, 0) })),
    ],
    outages: [
      ...perhaps(0.2, () => span(faultsUntilMs, 200_000)),
      /* Silence until shortly before W, so that the following steps begin late. */
      ...perhaps(0.1, () => ({ fromMs: atMs + 4_000, toMs: atMs + dice.between(100_000, W_MS) })),
    ],
    searchOutages: [...perhaps(0.2, () => ({ ...span(faultsUntilMs, 300_000), fromPage: 1 })), ...drawSearchOutages(dice, flavour, atMs)],
    fullDisk: perhaps(0.1, () => span(120_000, 30_000)),
    flickers: flavour === 'masked' ? drawFlickers(dice, atMs + 2 * W_MS) : [],
  };
}

function drawVouchers(dice: Dice): PlannedVoucher[] {
  return Array.from({ length: dice.between(1, 2) }, (_, index) => ({
    ref: `40001234${dice.between(10, 99)}${index}`,
    amount: dice.pick([1_000, 2_000, 3_000, 5_000]),
    isSingleUse: dice.chance(0.05),
    expiresAt: dice.chance(0.03) ? dice.below(120_000) : null,
  }));
}

function drawSales(dice: Dice, flavour: Flavour, vouchers: readonly PlannedVoucher[]): PlannedSale[] {
  const amount = dice.pick(AMOUNTS);
  return Array.from({ length: flavour === 'twins' ? 1 : dice.between(1, 3) }, () => ({
    atMs: dice.between(5_000, 90_000),
    till: dice.between(1, 2),
    ref: vouchers[dice.below(vouchers.length)]?.ref ?? '',
    amount: dice.chance(0.7) ? amount : dice.pick(AMOUNTS),
    isChecked: dice.chance(0.8),
    impatience: dice.pick([0, 0.2, 0.6]),
    isUndone: dice.chance(0.15),
    program: null,
  }));
}

/** In some worlds programs redeem, too; tills query what the journal has. */
function withPrograms(dice: Dice, sales: readonly PlannedSale[]): PlannedSale[] {
  const share = dice.chance(0.4) ? 0.6 : 0;
  return sales.map((sale) => (dice.chance(share) ? { ...sale, program: dice.pick(PROGRAMS) } : sale));
}

/**
 * With a large skew, it may be unclear if a row is older than the snapshot. Such a row proves
 * nothing alone, so the skew is small in worlds where a row must be proof by itself.
 */
function drawSkew(dice: Dice, flavour: Flavour): number {
  if (flavour === 'twins' || flavour === 'search-broken') return dice.between(-900, 900);
  return dice.chance(0.4) ? dice.between(-SKEW_MS, SKEW_MS) : dice.between(-900, 900);
}

/** If our mid is unknown, the owner of a capture with the same amount cannot be determined. */
function drawElsewhere(dice: Dice, flavour: Flavour, [sale]: readonly PlannedSale[], isMidKnown: boolean): Elsewhere[] {
  if (!sale || flavour === 'twins') return [];
  const { ref, amount, atMs } = sale;
  const other = { ref, mid: FOREIGN_MID, does: 'capture' } as const;
  const bystanders = Array.from({ length: dice.between(4, 12) }, () => ({
    ...other,
    ref: BYSTANDER,
    amount: 1,
    atMs: dice.below(320_000),
  }));
  switch (flavour) {
    case 'masked':
      return [{ ...other, atMs: atMs + dice.between(1_000, LATENESS_MS), amount, does: 'give-back' }];
    case 'paging':
    case 'balance-broken':
      return bystanders;
    default:
      return Array.from({ length: dice.chance(0.4) ? dice.between(1, 2) : 0 }, () => ({
        ...other,
        atMs: dice.below(200_000),
        amount: isMidKnown ? dice.pick(AMOUNTS) : 300,
      }));
  }
}

/**
 * The search fails at critical times: during the snapshot, or during the proof that nothing
 * happened.
 */
function drawSearchOutages(dice: Dice, flavour: Flavour, saleMs: number): Plan['searchOutages'] {
  if (flavour === 'twins' && dice.chance(0.5)) return [{ fromMs: saleMs - 1_000, toMs: saleMs + dice.below(45_000), fromPage: 0 }];
  if (flavour === 'balance-broken' && dice.chance(0.5)) return [{ fromMs: saleMs + W_MS - 60_000, toMs: saleMs + 2 * W_MS, fromPage: 1 }];
  return [];
}

/**
 * An operator who repeatedly sets the clock back, around the time when settling could first prove
 * that nothing happened.
 */
function drawSettings(dice: Dice, aboutMs: number): Plan['clockSettings'] {
  if (dice.chance(0.5)) return [];
  const beginMs = aboutMs + dice.between(-5_000, 40_000);
  return Array.from({ length: dice.between(1, 6) }, (_, index) => ({
    atMs: beginMs + index * 14_000,
    byMs: -dice.between(400_000, 900_000),
  }));
}

function drawFlickers(dice: Dice, untilMs: number): PlannedSpan[] {
  const flickers: PlannedSpan[] = [];
  for (let fromMs = dice.below(60_000); fromMs < untilMs; fromMs += dice.between(30_000, 60_000)) {
    flickers.push({ fromMs, toMs: fromMs + dice.below(FLICKER_MS) });
  }
  return flickers;
}
