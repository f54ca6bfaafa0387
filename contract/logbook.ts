import type { LogbookEntry } from './schemas/logbook.ts'

export const LOGBOOK_KINDS = ['TREATMENT', 'DELIVERY', 'VACCINATION', 'VISIT', 'LAB', 'NOTE'] as const
/** Distribution categories of veterinary medicines in the Dutch register. */
export const MEDICINE_CHANNELS = ['UDD', 'UDA', 'URA', 'VRIJ'] as const

const WITHDRAWALS = ['withdrawalMeatDays', 'withdrawalMilkDays', 'withdrawalMilkHours', 'withdrawalEggDays'] as const

/** Whether an entry is of a medicine. A withdrawal period of 0 also counts as stated. */
export const isMedicine = (entry: LogbookEntry): boolean =>
  Boolean(entry.productName || entry.registrationNumber || entry.batchNumber) ||
  WITHDRAWALS.some((field) => typeof entry[field] === 'number')

export const medicineName = ({ productName, description }: LogbookEntry): string => productName || description
