/** Yields to the event loop between batches: SQLite's calls are synchronous. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
