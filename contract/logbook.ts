export const LOGBOOK_KINDS = ['TREATMENT', 'DELIVERY', 'VACCINATION', 'VISIT', 'LAB', 'NOTE'] as const
/** Distribution categories of veterinary medicines in the Dutch register. */
export const MEDICINE_CHANNELS = ['UDD', 'UDA', 'URA', 'VRIJ'] as const
