/** Yields to the event loop between batches: SQLite's calls are synchronous. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
