import { PATIENCE_MS } from '#harness/patience.ts'

/** How long a browser test may take, and waits for each thing that has to come: no test knows how fast the machine is. */
export const patience = {
  timeout: 5 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
}
