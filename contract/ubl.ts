/** Reasons why an invoice has no UBL file, in the order in which they are checked. */
export const UBL_OBSTACLES = ['seller', 'number', 'currency', 'lines', 'rate', 'amounts', 'country'] as const
export type UblObstacle = (typeof UBL_OBSTACLES)[number]
