/** Timeout of tests in milliseconds, longer than any machine needs. Mutation tests set a shorter timeout. */
export const TEST_TIMEOUT_MS = Number(process.env['TEST_TIMEOUT_MS'] ?? 60_000)
