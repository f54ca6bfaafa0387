/** Timeout of tests in milliseconds, longer than any machine needs. Mutation tests set a shorter timeout. */
export const PATIENCE_MS = Number(process.env['PATIENCE_MS'] ?? 60_000)
