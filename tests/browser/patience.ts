import { PATIENCE_MS } from '#harness/patience.ts'

/** Timeouts of browser tests and their assertions, generous so that no test depends on the speed of the machine. */
export const patience = {
  timeout: 5 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
}
