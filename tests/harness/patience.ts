/** How long a test waits for what has to come: no machine is so slow, and what hangs ends. */
export const PATIENCE_MS = 60_000
