/** Ids of the demo practices. */
export const DEMO_PRACTICES: readonly string[] = ['de-waag', 'de-linde', 'de-hoef']
