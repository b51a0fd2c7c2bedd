/**
 * Limits and time-outs of the whole program, units in the names.
 *
 * These are the ones that the page and the server share, and those of the server that depend on
 * them. A limit of a single file is defined there. Relations that must hold between them are
 * asserted once, below.
 */
export const LIMITS = {
  /** Longest text accepted as a code; a voucher link with a query fits easily. */
  codeCharsMax: 512,
  refCharsMin: 4,
  refCharsMax: 64,
  nameCharsMax: 60,
  /** One line on a receipt, and the number of lines under the shop's name and at the end. */
  paperLineCharsMax: 60,
  addressLinesMax: 6,
  footerLinesMax: 4,
  noticeLinesMax: 6,
  noticeCharsMax: 600,
  pinDigits: 6,
  setupCodeCharsMax: 64,
  receiptNoCharsMax: 40,
  /** The return address of a register's link, and the state to return unchanged. */
  returnUrlCharsMax: 500,
  linkStateCharsMax: 200,
  /** The same link opened again within this time is the same sale. */
  sameLinkMs: 12 * 60 * 60_000,
  registersMax: 50,
  saleRowsMax: 500,
  reasonCharsMax: 300,
  /** Largest request body; everything the app sends is far smaller. */
  bodyBytesMax: 64 * 1024,
  /**
   * Largest answer of the issuer about one thing, about a page of things (500 transactions, 20
   * vouchers), and for the catalogue, which has no pages.
   */
  answerBytesMax: 64 * 1024,
  pageAnswerBytesMax: 2 * 1024 * 1024,
  catalogueBytesMax: 2 * 1024 * 1024,
  /**
   * Longest wait for a connection to the issuer, and for the whole answer to a question that moves
   * no money.
   */
  upstreamConnectMs: 5_000,
  upstreamReadMs: 10_000,
  /** For the whole exchange with a webhook. */
  webhookAnswerMs: 10_000,
  /**
   * How long a PUT of a tender waits for the outcome. After that, the response contains the current
   * state.
   */
  tenderWaitMs: 5_000,
  /** If more time than this passes between SENT and the first byte, nothing is sent. */
  sentToFirstByteMs: 5_000,
  managerAfterMs: 10 * 60_000,
  /** First question to the issuer after an unknown outcome, then the two intervals. */
  settleFirstMs: 2_000,
  settleFastMs: 3_000,
  settleFastForMs: 60_000,
  settleSlowMs: 15_000,
  /** Added at both ends of the period that a candidate may have been created in. */
  candidatePadMs: 120_000,
  /** An unfinished search is abandoned after this. The next question starts it again. */
  readingMaxMs: 45_000,
  /** Minimum interval between two complete readings that agree on "none". */
  secondReadingAfterMs: 10_000,
  /** How long a cashier may undo their own latest redemptions. */
  undoForMs: 5 * 60_000,
  /** How often unclaimed captures of the shop are searched for, and how far back. */
  sweepEveryMs: 5 * 60_000,
  sweepBackMs: 24 * 60 * 60_000,
  eventBeatMs: 15_000,
  /**
   * A customer display receives a confirmation of its content at least this often. It hides content
   * that is much older.
   */
  displayBeatMs: 3_000,
  /**
   * Listening pages of one person on one device, and displays of one device; the oldest is closed.
   */
  eventStreamsMax: 6,
  /**
   * Digits of a sequence number, ranges in one activation, cards in one range and in all of them.
   */
  sequenceDigitsMax: 32,
  rangesMax: 500,
  cardsPerRangeMax: 10_000,
  cardsPerActivationMax: 50_000,
  /** Numbers of one activation that are looked up before it begins. They may be codes of cards. */
  cardCodesLookedUpMax: 40,
  /**
   * An activation stops by itself after this many consecutive ranges without an answer from the
   * issuer.
   */
  silentRangesMax: 3,
  /**
   * An activation stops by itself after this many consecutive single cards that were set aside.
   * They came from ranges that were refused whole.
   */
  setAsideMax: 20,
  issueQuantityMax: 500,
  issueRequestMax: 20,
  /** Vouchers whose state is requested at once. */
  voucherIdsMax: 20,
  productCodeCharsMax: 64,
  clientReferenceCharsMax: 50,
  /** Face values of an open-value voucher, minor units, inclusive. */
  faceValueMin: 100,
  faceValueMax: 100_000,
  /**
   * Highest ceiling that a shop may set for a person's hour. It limits issued or activated
   * vouchers: minor units, or cards.
   */
  ceilingMax: 1_000_000_000,
  /** Issues and activations within this time count towards a person's ceiling. */
  ceilingHourMs: 60 * 60_000,
  approvalMs: 2 * 60_000,
  /** How long a request waits for managers on their own devices, milliseconds. */
  approvalAskedMs: 60_000,
  /**
   * Repeated requests to print the same vouchers get the same response for this long. The first
   * response may have been lost.
   */
  printAgainMs: 2 * 60_000,
  /**
   * Rows of dots in one document (five metres), the same deflated in base64, and the largest body
   * that contains them.
   */
  rasterRowsMax: 40_000,
  rasterCharsMax: 700_000,
  printBytesMax: 768 * 1024,
  /**
   * A printout fails after its printer was unavailable for this long. An undecided one is deleted,
   * except for its name, after the second time.
   */
  printWaitMs: 30 * 60_000,
  printUnsureKeptMs: 24 * 60 * 60_000,
  /** Printers of a shop, and printouts of a device that wait at a time. */
  printersMax: 50,
  printoutsWaitingMax: 600,
  /** Lines of the audit trail in one page, and the longest cursor. */
  trailPageSize: 100,
  cursorCharsMax: 200,
  /** Longest id of an operation or an issuer's row in a query. */
  operationIdCharsMax: 64,
  /** The token that a page returns to continue a voucher history. */
  storyTokenCharsMax: 48 * 1024,
  /** How many rows that may contain. */
  storyRowsMax: 250,
  /** Highest number of voucher histories that a shop may let a person open within an hour. */
  storiesPerHourMax: 1_000,
  thresholdMax: 1_000,
  exceptionRowsMax: 20,
  /** One signal names everyone who worked on a day. */
  exceptionKeyCharsMax: 2_000,
  /** Shops of the merchant that a manager may name. */
  shopNamesMax: 100,
  sessionIdleMs: 2 * 60_000,
  sessionAbsoluteMs: 12 * 60 * 60_000,
  enrolmentCodeMs: 10 * 60_000,
  displayCodeMs: 10 * 60_000,
  shownVouchersMax: 20,
  /** The same code is ignored, with a note, if scanned again within this. */
  scanCooldownMs: 3_000,
  /** How long the result of reading a picture is displayed. */
  pictureNoteMs: 10_000,
  mineMax: 10,
  /** Requests of one key per second on one server, on average and at once. */
  keyPerSecond: 20,
  keyAtOnce: 60,
  /** Longest name that a program uses to distinguish its customers. */
  shopperCharsMax: 64,
  idempotencyKeyCharsMax: 255,
  /** Redemptions that a till may report from memory, and the age of the oldest. */
  rememberedMax: 50,
  sentAgoMsMax: 31 * 24 * 60 * 60_000,
  /**
   * Rows requested in one page of the issuer's search: usually, for many rows, and if the issuer
   * refuses that many.
   */
  searchPageSize: 100,
  searchPageSizeLarge: 500,
  searchPageSizeSmall: 20,
} as const;

/**
 * Returns the relations between limits that do not hold. The design relies on them. They are
 * tested, so that changing one number cannot silently break another.
 */
export function brokenRelations(limits: typeof LIMITS = LIMITS): string[] {
  const relations: [string, boolean][] = [
    ['a ref fits into a code', limits.refCharsMax < limits.codeCharsMax],
    ['a code fits into a body', limits.codeCharsMax * 8 < limits.bodyBytesMax],
    ['settling starts before its fast phase ends', limits.settleFirstMs < limits.settleFastForMs],
    ['the fast rhythm is the faster one', limits.settleFastMs < limits.settleSlowMs],
    ['two readings fit before a manager is called', limits.secondReadingAfterMs * 2 < limits.managerAfterMs],
    ['a search is given up before a manager is called', limits.readingMaxMs * 2 < limits.managerAfterMs],
    [
      'an attempt to connect ends before the first byte would be too late',
      limits.upstreamConnectMs <= limits.sentToFirstByteMs,
    ],
    [
      'the longest list of ranges fits into a body',
      limits.rangesMax * (2 * limits.sequenceDigitsMax + 40) < limits.bodyBytesMax,
    ],
    ['a request to the issuer is a part of an issue', limits.issueRequestMax <= limits.issueQuantityMax],
    ['a paper fits into its body', limits.rasterCharsMax + 1_024 < limits.printBytesMax],
    ['an answer about one thing is smaller than a page of them', limits.answerBytesMax < limits.pageAnswerBytesMax],
    [
      'what goes on with a story fits into a body',
      limits.storyTokenCharsMax + 4 * limits.codeCharsMax < limits.bodyBytesMax,
    ],
    ['idle is shorter than the whole session', limits.sessionIdleMs < limits.sessionAbsoluteMs],
  ];
  return relations.filter(([, holds]) => !holds).map(([name]) => name);
}
