export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The moment so many milliseconds after another; before it where they are negative. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
