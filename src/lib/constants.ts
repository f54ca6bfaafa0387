// The numbers and names of the specification, each once.

export const APP_VERSION = '1.6.0'
/** Whether the sidebar has a help link; off in this version. */
export const HELP_ENABLED = false
export const HELP_URL = 'https://dierenportaal.example/help'

export const TOKEN_REFRESH_MS = 240_000
export const REQUEST_TIMEOUT_MS = 30_000
export const CLIENT_FETCH_DELAY_MS = 500
export const RESIZE_DEBOUNCE_MS = 333
export const REMINDER_COUNT_SIZE = 1

/** Of a number that is typed, at most. */
export const NUMBER_DECIMALS = 2
/** Of a date that is typed. */
export const DATE_YEARS = { first: 1900, last: 9999 } as const

/** At this width and under it the sidebar slides over the content. */
export const NARROW = '(max-width: 64rem)'
/** A telephone. */
export const PHONE = '(max-width: 40rem)'

export const LANGUAGE_NAMES = { nl: 'Nederlands', en: 'English' } as const

export const TOKEN_STORAGE = 'portal-token'
export const LANGUAGE_STORAGE = 'portal-language'
export const STATE_STORAGE = 'portal'
export const LAST_VIEWED_STORAGE = 'portal-last-viewed'
export const SIGNED_OUT_STORAGE = 'portal-signed-out'
export const OFFLINE_STORAGE = 'portal-offline'
export const PASSKEY_OFFERED_STORAGE = 'portal-passkey-offered'
export const DRAFTS_STORAGE = 'portal-drafts'

/** Ours: a file of some megabytes over a slow connection. */
export const UPLOAD_TIMEOUT_MS = 180_000

/** Ours: the search waits for a pause in typing, the loading bar for a call that lasts. */
export const SEARCH_DEBOUNCE_MS = 300
export const PROGRESS_DELAY_MS = 150
/** Ours: a start that lasts shows the frame of the portal, and after longer says so. */
export const FRAME_DELAY_MS = 1_000
export const SLOW_MS = 10_000
/** Ours: how often a page is asked for again while the server is away. */
export const ASK_AGAIN_MS = 10_000
/** Ours: what is for the next visit waits until this one has begun. */
export const REGISTER_DELAY_MS = 4_000
/** Ours: how often a tab that is open asks for a new release, at most. */
export const LOOK_FOR_RELEASE_MS = 3_600_000

/** A second press within this time belongs to the first: a double click, or a hand that trembles. */
export const REPEATED_WITHIN_MS = 500
