import { recordOf, typedKeys } from '#contract/values.ts'

/**
 * Every `LIMIT_…` setting with its default, minimum and maximum. The comments become the descriptions in
 * docs/reference/limits.md.
 */
export const LIMITS = {
  /** Largest body of a call, in bytes. Uploads and exports have limits of their own. */
  bodyBytes: ['LIMIT_BODY_BYTES', 64 * 1024, 1024, 64 * 1024 * 1024],
  /** Largest logo, in bytes. */
  logoBytes: ['LIMIT_LOGO_BYTES', 2 * 1024 * 1024, 1024, 64 * 1024 * 1024],
  /** Largest export sent by HTTP, in bytes after unpacking. A larger export is refused. */
  importBytes: ['LIMIT_IMPORT_BYTES', 1024 * 1024 * 1024, 1024, 999_999_999_999],
  /** Time in which an export sent by HTTP must arrive, in milliseconds. */
  importMs: ['LIMIT_IMPORT_MS', 1_800_000, 100, 86_400_000],
  /** Maximum number of lines of an export sent by HTTP. An export with more lines is refused. */
  importLines: ['LIMIT_IMPORT_LINES', 5_000_000, 1, 999_999_999_999],
  /** Time in which an export sent by HTTP must be loaded, in milliseconds. Loading that takes longer is aborted. */
  importRunMs: ['LIMIT_IMPORT_RUN_MS', 900_000, 100, 86_400_000],
  /** Longest path with query, in bytes. A longer path gets 414. */
  urlBytes: ['LIMIT_URL_BYTES', 8 * 1024, 256, 64 * 1024],
  /** Largest headers of a call together, in bytes. */
  headerBytes: ['LIMIT_HEADER_BYTES', 16 * 1024, 1024, 256 * 1024],
  /** Bodies that arrive at the same time. Above it, the connection of the oldest body is closed. */
  unfinishedBodies: ['LIMIT_UNFINISHED_BODIES', 256, 1, 100_000],
  /** Bodies that arrive at the same time from one IP address. Above it, the connection of the oldest body is closed. */
  unfinishedBodiesPerAddress: ['LIMIT_UNFINISHED_BODIES_PER_ADDRESS', 32, 1, 100_000],
  /** Calls handled at the same time by one server. Others wait for up to a second, then get 503. */
  concurrentRequests: ['LIMIT_CONCURRENT_REQUESTS', 100, 1, 100_000],
  /** Wrong passwords for one account, browser or session within the window before the next attempt is delayed. */
  loginFailures: ['LIMIT_LOGIN_FAILURES', 5, 1, 1_000_000],
  /** Wrong passwords from one IP address within the window before the next attempt is delayed. */
  loginAddressFailures: ['LIMIT_LOGIN_ADDRESS_FAILURES', 50, 1, 1_000_000],
  /** Window in which wrong passwords are counted, in milliseconds. */
  loginWindowMs: ['LIMIT_LOGIN_WINDOW_MS', 900_000, 1000, 86_400_000],
  /** First delay after too many wrong passwords, in milliseconds. Each further wrong password doubles it. */
  loginDelayMs: ['LIMIT_LOGIN_DELAY_MS', 1000, 1, 86_400_000],
  /** Longest delay after too many wrong passwords, in milliseconds. */
  loginLongestDelayMs: ['LIMIT_LOGIN_LONGEST_DELAY_MS', 900_000, 1, 86_400_000],
  /** Wrong codes of a second factor for one account in an hour. */
  codesPerHour: ['LIMIT_CODES_PER_HOUR', 4, 1, 1_000_000],
  /** Wrong codes of a second factor for one account in a day. */
  codesPerDay: ['LIMIT_CODES_PER_DAY', 20, 1, 1_000_000],
  /** Password links mailed to one address in an hour. */
  forgotPerMail: ['LIMIT_FORGOT_PER_MAIL', 3, 1, 1_000_000],
  /** Password links requested from one IP address in an hour. */
  forgotPerAddress: ['LIMIT_FORGOT_PER_ADDRESS', 20, 1, 1_000_000],
  /** New passwords tried through links of one account in an hour. */
  resetPerAccount: ['LIMIT_RESET_PER_ACCOUNT', 20, 1, 1_000_000],
  /** Token refreshes of one session in a minute, counted by each server. */
  refreshPerMinute: ['LIMIT_REFRESH_PER_MINUTE', 60, 1, 1_000_000],
  /** Invitations and answers to requests that one practice mails in a day (UTC). Further mails wait. */
  practiceMailsPerDay: ['LIMIT_PRACTICE_MAILS_PER_DAY', 500, 1, 1_000_000],
  /** Uploads of one account in an hour, and upload URLs it requests, refused ones included; counted by each server. */
  uploadsPerHour: ['LIMIT_UPLOADS_PER_HOUR', 60, 1, 1_000_000],
  /** Bytes of photos that one account uploads in a day. */
  photoBytesPerDay: ['LIMIT_PHOTO_BYTES_PER_DAY', 64 * 1024 * 1024, 1024, 999_999_999_999],
  /** Bytes of files that a practice without a quota of its own may store. 0 means no limit. */
  practiceBytes: ['LIMIT_PRACTICE_BYTES', 50 * 1024 * 1024 * 1024, 0, 999_999_999_999],
  /** Documents that one account opens in a minute, counted by each server. */
  documentsPerMinute: ['LIMIT_DOCUMENTS_PER_MINUTE', 600, 1, 1_000_000],
  /** Claim bundles that one account makes in an hour, counted by each server. */
  claimsPerHour: ['LIMIT_CLAIMS_PER_HOUR', 30, 1, 1_000_000],
  /** Password checks that may wait for a free thread. Further sign-ins get 503. */
  passwordQueue: ['LIMIT_PASSWORD_QUEUE', 32, 1, 10_000],
  /** Time in which the headers of a call must arrive, in milliseconds. */
  headersMs: ['LIMIT_HEADERS_MS', 10_000, 100, 600_000],
  /** Time in which a call must arrive completely, in milliseconds. */
  requestMs: ['LIMIT_REQUEST_MS', 30_000, 100, 600_000],
  /** Period over which the speed of a connection is measured, in milliseconds. */
  slowMs: ['LIMIT_SLOW_MS', 5000, 100, 600_000],
  /** Lowest speed of a body that arrives or a response that is read, in bytes per second. Slower connections are closed. */
  bytesPerSecond: ['LIMIT_BYTES_PER_SECOND', 1024, 1, 1024 * 1024],
  /** Calls on one connection that have no response yet. A connection with more is closed. */
  pipelinedRequests: ['LIMIT_PIPELINED_REQUESTS', 8, 1, 1000],
  /** Time in which a database query must end, in milliseconds. Otherwise the call gets 503. */
  queryMs: ['LIMIT_QUERY_MS', 10_000, 100, 600_000],
  /** Free bytes of the disk below which writes are refused with 507. 0: off. */
  freeDiskBytes: ['LIMIT_FREE_DISK_BYTES', 200 * 1024 * 1024, 0, 999_999_999_999],
  /** Free bytes of the disk below which the log and `/api/health/ready` report a nearly full disk. 0: off. */
  lowDiskBytes: ['LIMIT_LOW_DISK_BYTES', 2 * 1024 * 1024 * 1024, 0, 999_999_999_999],
  /** Time in which running calls can finish when the server stops, in milliseconds. */
  drainMs: ['LIMIT_DRAIN_MS', 10_000, 100, 600_000],
} as const satisfies Record<string, readonly [name: string, usual: number, least: number, most: number]>

export type ServerLimits = Record<keyof typeof LIMITS, number>

export const USUAL_LIMITS: ServerLimits = recordOf(typedKeys(LIMITS), (key) => LIMITS[key][1])
