import { TEST_TIMEOUT_MS } from '#harness/test-timeout.ts'

/** Timeouts of browser tests and their assertions, generous so that no test depends on the speed of the machine. */
export const timeouts = {
  timeout: 5 * TEST_TIMEOUT_MS,
  expect: { timeout: TEST_TIMEOUT_MS, toPass: { timeout: TEST_TIMEOUT_MS } },
}
