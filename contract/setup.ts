/** Minutes that a set-up code is valid. */
export const SETUP_CODE_MINUTES = 60

/** Wrong codes after which all codes end. */
export const MAX_WRONG_SETUP_CODES = 5
