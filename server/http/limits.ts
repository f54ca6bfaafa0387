import { recordOf, typedKeys } from '#contract/values.ts'

/** Every `LIMIT_…` with its default, minimum and maximum. */
export const LIMITS = {
  bodyBytes: ['LIMIT_BODY_BYTES', 64 * 1024, 1024, 64 * 1024 * 1024],
  logoBytes: ['LIMIT_LOGO_BYTES', 2 * 1024 * 1024, 1024, 64 * 1024 * 1024],
  importBytes: ['LIMIT_IMPORT_BYTES', 1024 * 1024 * 1024, 1024, 999_999_999_999],
  importMs: ['LIMIT_IMPORT_MS', 1_800_000, 100, 86_400_000],
  importLines: ['LIMIT_IMPORT_LINES', 5_000_000, 1, 999_999_999_999],
  importRunMs: ['LIMIT_IMPORT_RUN_MS', 900_000, 100, 86_400_000],
  urlBytes: ['LIMIT_URL_BYTES', 8 * 1024, 256, 64 * 1024],
  headerBytes: ['LIMIT_HEADER_BYTES', 16 * 1024, 1024, 256 * 1024],
  unfinishedBodies: ['LIMIT_UNFINISHED_BODIES', 256, 1, 100_000],
  unfinishedBodiesPerAddress: ['LIMIT_UNFINISHED_BODIES_PER_ADDRESS', 32, 1, 100_000],
  concurrentRequests: ['LIMIT_CONCURRENT_REQUESTS', 100, 1, 100_000],
  loginFailures: ['LIMIT_LOGIN_FAILURES', 5, 1, 1_000_000],
  loginAddressFailures: ['LIMIT_LOGIN_ADDRESS_FAILURES', 50, 1, 1_000_000],
  loginWindowMs: ['LIMIT_LOGIN_WINDOW_MS', 900_000, 1000, 86_400_000],
  loginDelayMs: ['LIMIT_LOGIN_DELAY_MS', 1000, 1, 86_400_000],
  loginLongestDelayMs: ['LIMIT_LOGIN_LONGEST_DELAY_MS', 900_000, 1, 86_400_000],
  codesPerHour: ['LIMIT_CODES_PER_HOUR', 4, 1, 1_000_000],
  codesPerDay: ['LIMIT_CODES_PER_DAY', 20, 1, 1_000_000],
  forgotPerMail: ['LIMIT_FORGOT_PER_MAIL', 3, 1, 1_000_000],
  forgotPerAddress: ['LIMIT_FORGOT_PER_ADDRESS', 20, 1, 1_000_000],
  resetPerAccount: ['LIMIT_RESET_PER_ACCOUNT', 20, 1, 1_000_000],
  refreshPerMinute: ['LIMIT_REFRESH_PER_MINUTE', 60, 1, 1_000_000],
  practiceMailsPerDay: ['LIMIT_PRACTICE_MAILS_PER_DAY', 500, 1, 1_000_000],
  uploadsPerHour: ['LIMIT_UPLOADS_PER_HOUR', 60, 1, 1_000_000],
  photoBytesPerDay: ['LIMIT_PHOTO_BYTES_PER_DAY', 64 * 1024 * 1024, 1024, 999_999_999_999],
  practiceBytes: ['LIMIT_PRACTICE_BYTES', 50 * 1024 * 1024 * 1024, 0, 999_999_999_999],
  documentsPerMinute: ['LIMIT_DOCUMENTS_PER_MINUTE', 600, 1, 1_000_000],
  passwordQueue: ['LIMIT_PASSWORD_QUEUE', 32, 1, 10_000],
  headersMs: ['LIMIT_HEADERS_MS', 10_000, 100, 600_000],
  requestMs: ['LIMIT_REQUEST_MS', 30_000, 100, 600_000],
  slowMs: ['LIMIT_SLOW_MS', 5000, 100, 600_000],
  bytesPerSecond: ['LIMIT_BYTES_PER_SECOND', 1024, 1, 1024 * 1024],
  pipelinedRequests: ['LIMIT_PIPELINED_REQUESTS', 8, 1, 1000],
  queryMs: ['LIMIT_QUERY_MS', 10_000, 100, 600_000],
  freeDiskBytes: ['LIMIT_FREE_DISK_BYTES', 200 * 1024 * 1024, 0, 999_999_999_999],
  lowDiskBytes: ['LIMIT_LOW_DISK_BYTES', 2 * 1024 * 1024 * 1024, 0, 999_999_999_999],
  drainMs: ['LIMIT_DRAIN_MS', 10_000, 100, 600_000],
} as const satisfies Record<string, readonly [name: string, usual: number, least: number, most: number]>

export type ServerLimits = Record<keyof typeof LIMITS, number>

/** The defaults. */
export const USUAL_LIMITS: ServerLimits = recordOf(typedKeys(LIMITS), (key) => LIMITS[key][1])
