/** Returns the delay after a number of failures: doubles from the first to the longest. */
export const backOffMs = (failures: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number =>
  Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
