import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { ACTIVATION_STATES, ISSUE_STATES, RANGE_STATES, REFUND_STATES, statesOf, TENDER_STATES } from '../../contract/redemption/states.ts';
import type { ActivationRecord } from '../../features/gift-cards/bff/activation-store.ts';
import { UNKNOWN } from '../databases/journal-kit.ts';
import { MEI, SHOP } from '../rigs/till.ts';
import { REPORTS, reportsOf } from './reports.ts';
import { BY, REFUSAL } from './states-stock.ts';
import { createStatesWorld, MANAGER, NOT_CAPTURED, type StatesWorld } from './states-world.ts';

/** What every report says, and how an operation gets into the state. */
type Row = readonly [reports: string, lead: (world: StatesWorld) => Promise<unknown>];

/* INTENT and SENT are one commit, so no journal has an intent alone. */
const NEVER_ALONE = ['intent'];
const refunded = async (world: StatesWorld) => world.giveBack(await world.beginRefund(await world.redeem(world.captured())));
const found = (world: StatesWorld) => world.findOrphan();

/*
 * The reports on the day of one operation of 20.00, or of two vouchers or cards:
 * `+` counted, `-` counted negative, `?` not complete, `!` a case for a manager, `.` not listed.
 *
 * X and Z: the open shift, and the same once it is closed. day: the comparison with the register.
 * sta: the statement. acc: the accounting export. csv: the file of transactions. own: the cashier's
 * own totals. rec: the printed receipt, or its copy. dig: the digital receipt. dis: the customer
 * display. off: head office. api: the sale, order or activation as a program reads it.
 */
const TABLE: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  redemption: {
    //                  X  Z  day sta acc csv own rec dig dis off api
    sent: ['            ?  ?  ?   .   .   .   .   .   .   ?   .!  ?', (w) => w.redeem()],
    unknown: ['         ?  ?  ?   .   .   .   .   .   .   ?   .!  ?', (w) => w.redeem(UNKNOWN)],
    manager: ['         ?  ?  ?   .   .   .   .   .   .   ?   .!  ?', (w) => w.redeem(UNKNOWN, MANAGER)],
    captured: ['        +  +  +   +   +   +   +   +   +   +   +   +', (w) => w.redeem(w.captured())],
    captured_partial: ['+  +  +   +   +   +   +   +   +   +   +   +', (w) => w.redeem(w.captured('captured_partial', 1_500))],
    late_capture: ['    +  +  +   +   +   +   +   .   .   ?   +!  ?', (w) => w.redeem(UNKNOWN, NOT_CAPTURED, w.captured('late_capture'))],
    attached: ['        +  +  +   +   +   +   +   +   +   +   +   +', (w) => w.keepLate()],
    refunded: ['        +- +- +-  +-  .   +-  +-  .   .   -   +-  -', refunded],
    declined: ['        .  .  .   .   .   .   .   .   .   .   .   .', (w) => w.redeem({ kind: 'declined', refusal: REFUSAL })],
    not_sent: ['        .  .  .   .   .   .   .   .   .   .   .   .', (w) => w.redeem({ kind: 'not_sent', reason: 'refused' })],
    not_captured: ['    .  .  .   .   .   .   .   .   .   .   .   .', (w) => w.redeem(UNKNOWN, NOT_CAPTURED)],
    cancelled: ['       .  .  .   .   .   .   .   .   .   .   .   .', (w) => w.parts.journals.tenders.cancel(SHOP, randomUUID())],
  },
  /* Of a redemption that an earlier Z counts. */
  refund: {
    //              X  Z  day sta acc csv own rec dig dis off api
    sent: ['        ?  ?  ?   .   .   .   .   +   .   ?   .!  +?', (w) => w.refundOlder()],
    unknown: ['     ?  ?  ?   .   .   .   .   +   .   ?   .!  +?', (w) => w.refundOlder(UNKNOWN)],
    manager: ['     ?  ?  ?   .   .   .   .   +   .   ?   .!  +?', (w) => w.refundOlder(UNKNOWN, MANAGER)],
    refunded: ['    -  -  -   -   -   -   -   .   .   -   -   -', async (w) => w.giveBack(await w.refundOlder())],
    declined: ['    .  .  .   .   .   .   .   +   +   +   .   +', (w) => w.refundOlder({ kind: 'declined', refusal: REFUSAL })],
    not_sent: ['    .  .  .   .   .   .   .   +   +   +   .   +', (w) => w.refundOlder({ kind: 'not_sent', reason: 'refused' })],
    not_refunded: [
      '.  .  .   .   .   .   .   +   +   +   .   +',
      (w) => w.refundOlder(UNKNOWN, { kind: 'not_refunded', reason: 'nothing' }),
    ],
  },
  sale: {
    running: ['?  ?  .   .   .   .   .   .   .   .   .  ?', (w) => w.sell('sent')],
    unknown: ['?  ?  .   .   .   .   .   .   .   .   .! ?', (w) => w.sell('sent', UNKNOWN)],
    manager: ['?  ?  .   .   .   .   .   .   .   .   .! ?', (w) => w.sell('sent', UNKNOWN, { ...UNKNOWN, kind: 'manager' })],
    stopping: ['?  ?  .   .   .   .   .   .   .   .   .  ?', (w) => w.sell('sent one', { kind: 'stopped', why: 'asked', by: BY })],
    stopped: ['.  .  .   .   .   .   .   .   .   .   .  .', (w) => w.sell({ kind: 'stopped', why: 'asked', by: BY })],
    done: ['+  +  .   .   .   .   .   .   .   .   .  +', (w) => w.sell('sent', 2)],
    partly: ['+  +  .   .   .   .   .   .   .   .   .  +', (w) => w.sell('sent', 1)],
    declined: ['.  .  .   .   .   .   .   .   .   .   .  .', (w) => w.sell('sent', { kind: 'declined', refusal: REFUSAL })],
  },
  'sale, printed again': { done: ['+  +  .   .   .   .   .   .   .   .   .  +', (w) => w.printAgain()] },
  'return of a sale of an earlier Z': { done: ['-  -  .   .   .   .   .   .   .   .   .  -', (w) => w.returnOlder()] },
  'undo of a return': {
    done: ['.  .  .   .   .   .   .   .   .   .   .  +', async (w) => w.parts.issues.undoReturn(MEI, (await w.returnOlder()).id)],
  },
  activation: {
    waiting: ['.  .  .   .   .   ?   .   .   .   .   .  ?', (w) => w.activate()],
    sent: ['.  .  .   .   .   ?   .   .   .   .   .  ?', (w) => w.activate('sent')],
    done: ['.  .  .   .   .   +   .   .   .   .   .  +', (w) => w.activate('sent', 'done')],
    refused: ['.  .  .   .   .   .   .   .   .   .   .  .', (w) => w.activate('sent', 'refused')],
    halved: ['.  .  .   .   .   ?   .   .   .   .   .  ?', (w) => w.activateHalves()],
    not_sent: ['.  .  .   .   .   .   .   .   .   .   .  .', (w) => w.activate('sent', 'not_sent')],
    unknown: ['.  .  .   .   .   ?   .   .   .   .   .! ?', (w) => w.activate('sent', 'unknown')],
    closed: ['.  .  .   .   .   .   .   .   .   .   .  .', (w) => w.activate('sent', 'unknown', 'found_inactive')],
    found_active: ['.  .  .   .   .   +   .   .   .   .   .  +', (w) => w.activate('sent', 'unknown', 'found_active')],
    closed_unknown: [
      '.  .  .   .   .   ?   .   .   .   .   .  ?',
      (w) => w.activate('sent', 'done', 'deactivating', 'deactivation_unknown', 'closed'),
    ],
    deactivating: ['.  .  .   .   .   ?   .   .   .   .   .  ?', (w) => w.activate('sent', 'done', 'deactivating')],
    deactivated: ['.  .  .   .   .   -   .   .   .   .   .  -', (w) => w.activate('sent', 'done', 'deactivating', 'deactivated')],
    deactivation_unknown: [
      '.  .  .   .   .   ?   .   .   .   .   .! ?',
      (w) => w.activate('sent', 'done', 'deactivating', 'deactivation_unknown'),
    ],
  },
  'unmatched capture': {
    found: ['.  .  +   .   .   +   .   .   .   .   +! .', found],
    closed: ['.  .  +   .   .   +   .   .   .   .   +  .', async (w) => w.parts.journals.orphans.close(await found(w), BY, 'known')],
  },
  'refund of an unmatched capture': { closed: ['+- +- +-  +-  .   +-  +-  .   .   .   +-  .', (w) => w.refundOrphan()] },
};

const STATES: Readonly<Record<string, readonly string[]>> = {
  redemption: statesOf(TENDER_STATES).filter((state) => !NEVER_ALONE.includes(state)),
  refund: statesOf(REFUND_STATES).filter((state) => !NEVER_ALONE.includes(state)),
  sale: statesOf(ISSUE_STATES),
  activation: statesOf(RANGE_STATES),
};

it.each(Object.entries(STATES))('the table has a row for every state: %s', (operation, states) => {
  expect(Object.keys(TABLE[operation] ?? {}).sort()).toEqual([...states].sort());
});

describe.each(Object.entries(TABLE))('all reports about a %s', (_operation, rows) => {
  let world: StatesWorld;
  afterEach(() => world.rig.end());

  it.each(Object.entries(rows))('match the table in the state %s', async (_state, [row, lead]) => {
    world = await createStatesWorld();
    await lead(world);
    const signs = row.trim().split(/\s+/);
    expect(await reportsOf(world)).toEqual(Object.fromEntries(REPORTS.map((report, index) => [report, signs[index]])));
  });
});

it('every state of an activation is a state of its ranges, which all have a row', async () => {
  const reached = new Set<string>();
  const note = (activation: ActivationRecord) => reached.add(activation.status.state);
  for (const facts of [[], ['sent', 'done'], ['sent', 'unknown'], ['sent', 'refused']] as const) {
    const world = await createStatesWorld();
    const activation = await world.activate(...facts);
    note(activation);
    if (facts.length === 0) note(await world.parts.activationJournal.append(activation, { kind: 'stopped', why: 'asked', by: BY }));
    if (facts[1] === 'done') {
      const deactivating = await world.deactivate(activation);
      note(deactivating);
      note(await world.parts.activationJournal.append(deactivating, { kind: 'deactivated', range: 0 }));
    }
    await world.rig.end();
  }
  /* Stopping: a range is at the issuer and another waits. */
  expect([...reached, 'stopping'].sort()).toEqual(statesOf(ACTIVATION_STATES).sort());
});
