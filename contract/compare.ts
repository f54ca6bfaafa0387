/** Compares texts by their code units, as the databases do. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
