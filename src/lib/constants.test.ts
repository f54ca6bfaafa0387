import { expect, test } from 'vitest'
import * as constants from './constants.ts'

test('the business constants and limits of the specification (§9)', () => {
  expect(constants).toMatchObject({
    TOKEN_REFRESH_MS: 240_000,
    REQUEST_TIMEOUT_MS: 30_000,
    PAGE_SIZE: 25,
    REMINDER_COUNT_SIZE: 1,
    CLIENT_FETCH_DELAY_MS: 500,
    NARROW: '(max-width: 64rem)',
    RESIZE_DEBOUNCE_MS: 333,
    DEFAULT_LANGUAGE: 'nl',
    LANGUAGES: ['nl', 'en'],
    LANGUAGE_NAMES: { nl: 'Nederlands', en: 'English' },
    LOCALES: { nl: 'nl-NL', en: 'en-GB' },
    PASSWORD_MIN: 6,
    PASSWORD_MAX: 100,
    NUMBER_DECIMALS: 2,
    DATE_YEARS: { first: 1900, last: 9999 },
    TOKEN_STORAGE: 'portal-token',
    LANGUAGE_STORAGE: 'portal-language',
    STATE_STORAGE: 'portal',
    DEFAULT_SORT: 'date,desc',
    APP_VERSION: '1.6.0',
    HELP_ENABLED: false,
  })
})
