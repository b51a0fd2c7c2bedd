/**
 * Limits and time-outs of the whole program, units in the names.
 *
 * These are the limits that page and server share, and limits of the server that depend on them. A
 * limit that one file uses is defined in that file. Relations that must hold between them are
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
  folderCharsMax: 1_000,
  receiptNoCharsMax: 40,
  /** The return address of a register's link, and the state to return unchanged. */
  returnUrlCharsMax: 500,
  linkStateCharsMax: 200,
  /** A link opened again within this time leads to the same sale. */
  sameLinkMs: 12 * 60 * 60_000,
  registersMax: 50,
  saleRowsMax: 500,
  reasonCharsMax: 300,
  /** Largest request body; everything the app sends is far smaller. */
  bodyBytesMax: 64 * 1024,
  /**
   * Requests of one connection that may wait for their answers, or for their answers to be read.
   * Browsers and proxies send one at a time; some programs send up to eight ahead.
   */
  openRequestsMax: 8,
  /** A connection is closed if its client reads nothing of an answer for this long. */
  unreadAnswerMs: 30_000,
  /** A prepared answer is written in pieces of this size: a client that does not read holds one. */
  answerPieceBytes: 64 * 1024,
  /**
   * Largest answers of the issuer: about one object, about a page of objects (500 transactions, 20
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
  /** Time limit of the whole exchange with a webhook. */
  webhookAnswerMs: 10_000,
  /**
   * How long a PUT of a tender waits for the outcome. After that, the response contains the current
   * state.
   */
  tenderWaitMs: 5_000,
  /** If more time than this passes between SENT and the first byte, nothing is sent. */
  sentToFirstByteMs: 5_000,
  managerAfterMs: 10 * 60_000,
  /**
   * Time until the first question to the issuer after an unknown outcome, and the two intervals
   * between later questions.
   */
  settleFirstMs: 2_000,
  settleFastMs: 3_000,
  settleFastForMs: 60_000,
  settleSlowMs: 15_000,
  /** Clock tolerance, added to both ends of the period of candidates. */
  candidatePadMs: 120_000,
  /** An unfinished search is abandoned after this time. The next question starts a new one. */
  readingMaxMs: 45_000,
  /** Minimum interval between two complete readings that agree on "none". */
  secondReadingAfterMs: 10_000,
  /** How long a cashier may undo their own latest redemptions. */
  undoForMs: 5 * 60_000,
  /** Interval between searches for unclaimed captures of the shop, and how far back they reach. */
  sweepEveryMs: 5 * 60_000,
  sweepBackMs: 24 * 60 * 60_000,
  eventBeatMs: 15_000,
  /**
   * A customer display receives a confirmation of its content at least this often. It hides content
   * that is much older.
   */
  displayBeatMs: 3_000,
  /**
   * Listening pages of one device, and displays of one device; the oldest is closed.
   */
  eventStreamsMax: 6,
  /**
   * Unanswered requests, and open streams (events and exports), of one device or key on one server.
   * A key may send twenty requests a second, and each may wait for the issuer.
   */
  openWorkMax: { device: { request: 64, stream: 16 }, key: { request: 256, stream: 16 } },
  /**
   * Digits of a sequence number, ranges of one activation, cards of one range and of one
   * activation.
   */
  sequenceDigitsMax: 32,
  rangesMax: 500,
  cardsPerRangeMax: 10_000,
  cardsPerActivationMax: 50_000,
  /**
   * Numbers of one activation that are looked up before it begins. Such numbers may be codes of
   * cards.
   */
  cardCodesLookedUpMax: 40,
  /**
   * An activation stops by itself after this many consecutive ranges without an answer from the
   * issuer.
   */
  silentRangesMax: 3,
  /**
   * An activation stops after this many consecutive refused cards, which were sent one by one after
   * their range was refused.
   */
  setAsideMax: 20,
  issueQuantityMax: 500,
  issueRequestMax: 20,
  /** Vouchers in one request for their state. */
  voucherIdsMax: 20,
  productCodeCharsMax: 64,
  clientReferenceCharsMax: 50,
  /** Face values of an open-value voucher, minor units, inclusive. */
  faceValueMin: 100,
  faceValueMax: 100_000,
  /**
   * Highest ceiling that a shop may set for a person's hour. It limits issued vouchers in minor
   * units, or activated cards.
   */
  ceilingMax: 1_000_000_000,
  /** Issues and activations within this time count towards a person's ceiling. */
  ceilingHourMs: 60 * 60_000,
  approvalMs: 2 * 60_000,
  /**
   * Repeated requests to print the same vouchers get the same response for this long. The first
   * response may have been lost.
   */
  printAgainMs: 2 * 60_000,
  /**
   * Rows of dots in one document (five metres), their size when deflated in base64, and the largest
   * body that contains them.
   */
  rasterRowsMax: 40_000,
  rasterCharsMax: 700_000,
  printBytesMax: 768 * 1024,
  /**
   * A printout fails after its printer was unavailable for this long. The content of an unsure
   * printout is deleted after the second time.
   */
  printWaitMs: 30 * 60_000,
  printUnsureKeptMs: 24 * 60 * 60_000,
  /** Printers of a shop, and printouts of a device that wait at a time. */
  printersMax: 50,
  printoutsWaitingMax: 600,
  /**
   * Printouts of a printer that wait at a time, and stored bytes of the documents of a printer and
   * of a shop: about a thousand receipts for each of several printers.
   */
  printerWaitingMax: 1_200,
  printerBytesMax: 16 * 1024 * 1024,
  shopPrintBytesMax: 64 * 1024 * 1024,
  /** Lines of the audit trail in one page, and the longest cursor. */
  trailPageSize: 100,
  cursorCharsMax: 200,
  /** Longest id of an operation or an issuer's row in a query. */
  operationIdCharsMax: 64,
  /** Longest token that a page returns to continue a voucher history. */
  storyTokenCharsMax: 48 * 1024,
  /** Largest number of rows in that token. */
  storyRowsMax: 250,
  /** Highest number of voucher histories that a shop may let a person open within an hour. */
  storiesPerHourMax: 1_000,
  thresholdMax: 1_000,
  exceptionRowsMax: 20,
  /** Longest key of an exception; one signal lists all people who worked on a day. */
  exceptionKeyCharsMax: 2_000,
  /** Shops of the merchant that a manager may name. */
  shopNamesMax: 100,
  sessionIdleMs: 2 * 60_000,
  sessionAbsoluteMs: 12 * 60 * 60_000,
  enrolmentCodeMs: 10 * 60_000,
  displayCodeMs: 10 * 60_000,
  /** Codes that are printed or sent to a person. */
  printedCodeMs: 72 * 60 * 60_000,
  passkeyChallengeMs: 10 * 60_000,
  /** How long a session counts as confirmed with a passkey. */
  passkeyConfirmedMs: 5 * 60_000,
  /** One part of an answer of a passkey, base64url. */
  passkeyCharsMax: 8_192,
  shownVouchersMax: 20,
  /** The same code is ignored, with a note, if scanned again within this time. */
  scanCooldownMs: 3_000,
  /** How long the result of reading a picture is displayed. */
  pictureNoteMs: 10_000,
  mineMax: 10,
  /** Requests of one key per second on one server, on average and in a burst. */
  keyPerSecond: 20,
  keyAtOnce: 60,
  /** Most items of a page of a list for programs. */
  pageItemsMax: 200,
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
    ['a paper fits into the queue of a printer', limits.rasterCharsMax * 4 < limits.printerBytesMax],
    ['a paper fits into its body', limits.rasterCharsMax + 1_024 < limits.printBytesMax],
    ['an answer about one thing is smaller than a page of them', limits.answerBytesMax < limits.pageAnswerBytesMax],
    [
      'what goes on with a story fits into a body',
      limits.storyTokenCharsMax + 4 * limits.codeCharsMax < limits.bodyBytesMax,
    ],
    ['an answer of a passkey fits into a body', limits.passkeyCharsMax * 5 < limits.bodyBytesMax],
    ['idle is shorter than the whole session', limits.sessionIdleMs < limits.sessionAbsoluteMs],
  ];
  return relations.filter(([, holds]) => !holds).map(([name]) => name);
}
