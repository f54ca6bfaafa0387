/** Smaller differences are the time that the token travelled. */
const LEAST_OFFSET_MS = 60_000

/** The present on a clock that is `offset` milliseconds ahead of this device's. */
export const presentAt = (offset: number): Date =>
  new Date(Date.now() + (Math.abs(offset) < LEAST_OFFSET_MS ? 0 : offset))
