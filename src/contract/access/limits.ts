/**
 * Bounds and time-outs of the whole program, units in the names.
 *
 * They are those that the page and the server share, and those of the server that have to fit them.
 * A bound that concerns one file alone stands in that file. Relations that must hold between them
 * are asserted once, below.
 */
export const LIMITS = {
  /** Longest text taken as a code; a voucher link with a query fits easily. */
  codeCharsMax: 512,
  refCharsMin: 4,
  refCharsMax: 64,
  nameCharsMax: 60,
  /**
   * One line on a receipt.
   *
   * And how many of them stand under the shop's name and at the end.
   */
  paperLineCharsMax: 60,
  addressLinesMax: 6,
  footerLinesMax: 4,
  noticeLinesMax: 6,
  /** Of a notice as it stood on a till. */
  noticeCharsMax: 600,
  pinDigits: 6,
  setupCodeCharsMax: 64,
  /** The register's number of a sale. */
  receiptNoCharsMax: 40,
  /** Where a register's link leads back to, and what it wants back unread. */
  returnUrlCharsMax: 500,
  linkStateCharsMax: 200,
  /** The same link opened again within this is the same sale. */
  sameLinkMs: 12 * 60 * 60_000,
  registersMax: 50,
  /** Redemptions of one sale that a page names when it goes back to a register. */
  saleRowsMax: 500,
  reasonCharsMax: 300,
  /** Largest request body; everything the app sends is far smaller. */
  bodyBytesMax: 64 * 1024,
  /**
   * Largest answer taken from the issuer about one thing.
   *
   * And about a page of things (500 transactions, 20 vouchers), and the catalogue, which has no
   * pages.
   */
  answerBytesMax: 64 * 1024,
  pageAnswerBytesMax: 2 * 1024 * 1024,
  catalogueBytesMax: 2 * 1024 * 1024,
  /**
   * Longest wait for a connection to the issuer.
   *
   * And for the whole answer to a question that takes no money.
   */
  upstreamConnectMs: 5_000,
  upstreamReadMs: 10_000,
  /** For the whole exchange with a webhook. */
  webhookAnswerMs: 10_000,
  /**
   * How long a PUT of a tender waits for the outcome.
   *
   * Then it answers with the state as it stands.
   */
  tenderWaitMs: 5_000,
  /** More than this between SENT and the first byte: do not send. */
  sentToFirstByteMs: 5_000,
  /** An unknown outcome is handed to a manager after this. */
  managerAfterMs: 10 * 60_000,
  /** First question to the issuer after an unknown outcome, then its two rhythms. */
  settleFirstMs: 2_000,
  settleFastMs: 3_000,
  settleFastForMs: 60_000,
  settleSlowMs: 15_000,
  /** Added on both sides to the window in which a candidate may have been created. */
  candidatePadMs: 120_000,
  /**
   * A search that is not read to its end after this is given up.
   *
   * The next question begins it anew.
   */
  readingMaxMs: 45_000,
  /** Two complete readings that agree on "none" lie at least this far apart. */
  secondReadingAfterMs: 10_000,
  /** How long a cashier may undo what the own last sale took. */
  undoForMs: 5 * 60_000,
  /** How often unclaimed captures of the shop are looked for, and how far back. */
  sweepEveryMs: 5 * 60_000,
  sweepBackMs: 24 * 60 * 60_000,
  /** A listening page hears at least this often that the server is there. */
  eventBeatMs: 15_000,
  /**
   * A customer display hears this often at least that what it shows stands.
   *
   * What is much older it shows no longer.
   */
  displayBeatMs: 3_000,
  /**
   * Pages of one person on one device that listen at a time.
   *
   * And displays of one device; the oldest makes room.
   */
  eventStreamsMax: 6,
  /**
   * Digits of a sequence number.
   *
   * And ranges in one activation, and cards in one range and in all of them.
   */
  sequenceDigitsMax: 32,
  rangesMax: 500,
  cardsPerRangeMax: 10_000,
  cardsPerActivationMax: 50_000,
  /**
   * Numbers of one activation that are looked up before it begins.
   *
   * They may be codes of cards.
   */
  cardCodesLookedUpMax: 40,
  /**
   * An activation stops by itself after so many silent ranges in a row.
   *
   * The issuer did not answer them.
   */
  silentRangesMax: 3,
  /**
   * An activation stops by itself after so many single cards that were set aside.
   *
   * They came out of ranges that were refused whole.
   */
  setAsideMax: 20,
  /** Vouchers in one issue, and in one request to the issuer. */
  issueQuantityMax: 500,
  issueRequestMax: 20,
  /** Vouchers whose state the issuer tells at once. */
  voucherIdsMax: 20,
  productCodeCharsMax: 64,
  clientReferenceCharsMax: 50,
  /** Face values of an open-value voucher, minor units, both included. */
  faceValueMin: 100,
  faceValueMax: 100_000,
  /**
   * Highest ceiling that a shop may set for a person's hour.
   *
   * It counts what is issued or activated: minor units, or cards.
   */
  ceilingMax: 1_000_000_000,
  /**
   * So far back goes what a person has issued and activated.
   *
   * It is held against a ceiling.
   */
  ceilingHourMs: 60 * 60_000,
  /** A manager's approval that was not used by then is void. */
  approvalMs: 2 * 60_000,
  /** How long managers are asked on their own devices, milliseconds. */
  approvalAskedMs: 60_000,
  /**
   * The same print of vouchers is answered again for so long.
   *
   * Its first answer may have been lost.
   */
  printAgainMs: 2 * 60_000,
  /**
   * Rows of dots on one paper (five metres).
   *
   * And the same deflated in base64, and the largest body that brings them.
   */
  rasterRowsMax: 40_000,
  rasterCharsMax: 700_000,
  printBytesMax: 768 * 1024,
  /**
   * A printout that its printer could not take for so long fails.
   *
   * One that nobody decides about is forgotten, but for its name, after this.
   */
  printWaitMs: 30 * 60_000,
  printUnsureKeptMs: 24 * 60 * 60_000,
  /** Printers of a shop, and printouts of a device that wait at a time. */
  printersMax: 50,
  printoutsWaitingMax: 600,
  /**
   * Lines of the audit trail in one page.
   *
   * And the longest mark of where a page ended.
   */
  trailPageSize: 100,
  cursorCharsMax: 200,
  /** Longest id of an operation or an issuer's row that somebody asks about. */
  operationIdCharsMax: 64,
  /** What a page sends back to go on with a story. */
  storyTokenCharsMax: 48 * 1024,
  /** How many rows that may hold. */
  storyRowsMax: 250,
  /** Highest number of stories that a shop may let a person open within an hour. */
  storiesPerHourMax: 1_000,
  /** The most that a threshold of the exceptions can be. */
  thresholdMax: 1_000,
  /** Lines of the trail that one exception shows. */
  exceptionRowsMax: 20,
  /** One signal names everybody who worked on a day. */
  exceptionKeyCharsMax: 2_000,
  /** Shops of the merchant that a manager may name. */
  shopNamesMax: 100,
  sessionIdleMs: 2 * 60_000,
  sessionAbsoluteMs: 12 * 60 * 60_000,
  enrolmentCodeMs: 10 * 60_000,
  /** How long a code that connects a customer display works. */
  displayCodeMs: 10 * 60_000,
  /** Vouchers of one sale that a customer display shows. */
  shownVouchersMax: 20,
  /** The same code is ignored, with a note, when it comes again within this. */
  scanCooldownMs: 3_000,
  /** What a picture showed is told for so long. */
  pictureNoteMs: 10_000,
  mineMax: 10,
  /**
   * Requests of one key that one server takes in a second.
   *
   * It is so many over time, and at once.
   */
  keyPerSecond: 20,
  keyAtOnce: 60,
  /** Longest name by which a program tells its customers apart. */
  shopperCharsMax: 64,
  /** Longest `Idempotency-Key`. */
  idempotencyKeyCharsMax: 255,
  /**
   * Redemptions that a till may tell the server it remembers.
   *
   * And how long ago it may have sent one.
   */
  rememberedMax: 50,
  sentAgoMsMax: 31 * 24 * 60 * 60_000,
  /**
   * Rows asked for in one page of the issuer's search.
   *
   * First usually, then where many are to be read, and where it refuses that many.
   */
  searchPageSize: 100,
  searchPageSizeLarge: 500,
  searchPageSizeSmall: 20,
} as const;

/**
 * Finds the relations between limits that do not hold.
 *
 * The design relies on them. They are tested, so that changing one number cannot quietly break
 * another.
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
