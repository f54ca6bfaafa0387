/**
 * How long a test waits for what has to come: no machine is so slow, and what hangs ends. A run that breaks the code on purpose waits
 * less.
 */
export const PATIENCE_MS = Number(process.env['PATIENCE_MS'] ?? 60_000)
