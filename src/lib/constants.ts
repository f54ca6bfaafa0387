// Numbers and names from the specification. "Own choice" marks the others.

export const APP_VERSION = '1.6.0'
/** Whether the sidebar has a help link; off in this version. */
export const HELP_ENABLED = false
export const HELP_URL = 'https://dierenportaal.example/help'

export const TOKEN_REFRESH_MS = 240_000
export const REQUEST_TIMEOUT_MS = 30_000
export const CLIENT_FETCH_DELAY_MS = 500
export const RESIZE_DEBOUNCE_MS = 333
export const REMINDER_COUNT_SIZE = 1

/** Maximum number of decimals in a number field. */
export const NUMBER_DECIMALS = 2
/** Years that a date field accepts. */
export const DATE_YEARS = { first: 1900, last: 9999 } as const

/** Media query for widths at which the sidebar covers the content. */
export const NARROW = '(max-width: 64rem)'
export const PHONE = '(max-width: 40rem)'

export const LANGUAGE_NAMES = { nl: 'Nederlands', en: 'English' } as const

/** Begin of the public pages with prices, which need no session. */
export const PRICES_PATH = '/prices/'

export const TOKEN_STORAGE = 'portal-token'
export const LANGUAGE_STORAGE = 'portal-language'
export const STATE_STORAGE = 'portal'
export const LAST_VIEWED_STORAGE = 'portal-last-viewed'
export const SIGNED_OUT_STORAGE = 'portal-signed-out'
export const OFFLINE_STORAGE = 'portal-offline'
export const PASSKEY_OFFERED_STORAGE = 'portal-passkey-offered'
export const COLOURS_STORAGE = 'portal-colours'
export const RETURN_STORAGE = 'portal-return'
export const DRAFTS_STORAGE = 'portal-drafts'

/** Own choice: enough for a file of some megabytes on a slow connection. */
export const UPLOAD_TIMEOUT_MS = 180_000
/** Own choice: the server needs up to a minute to read hostile files and to draw a claim bundle. */
export const CLAIM_TIMEOUT_MS = 90_000

/** Own choice: delays of the search after typing and of the loading bar. */
export const SEARCH_DEBOUNCE_MS = 300
export const PROGRESS_DELAY_MS = 150
/** Own choice: delays until a slow start shows the frame of the portal, and then a message. */
export const FRAME_DELAY_MS = 1_000
export const SLOW_MS = 10_000
/** Own choice: interval of retries of a page while the server is unreachable. */
export const RETRY_MS = 10_000
/** Own choice: delay of the preparation for the next visit. */
export const REGISTER_DELAY_MS = 4_000
/** Own choice: minimum interval at which an open tab checks for a new release. */
export const LOOK_FOR_RELEASE_MS = 3_600_000

/** A second press within this time repeats the first: a double click, or a trembling hand. */
export const REPEATED_WITHIN_MS = 500
