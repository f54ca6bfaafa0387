import type { IsoDate, IsoDateTime } from './fields.ts'

export const REMINDER_TYPES = [
  'VACCINATION',
  'DEWORMING',
  'PARASITES',
  'DENTAL',
  'CHECK_UP',
  'LAB',
  'MEDICATION',
  'INSURANCE',
  'FARM_PLAN',
  'OTHER',
] as const
export const REMINDER_STATUSES = ['OPEN', 'SENT', 'DONE', 'CANCELLED', 'EXPIRED'] as const

export interface Reminder {
  uuid: string
  /** When it is due. */
  date: IsoDate
  /** Not done, cancelled or expired. */
  active: boolean
  type?: (typeof REMINDER_TYPES)[number] | undefined
  description: string
  status?: (typeof REMINDER_STATUSES)[number] | undefined
  patientUuid?: string | undefined
  patientName?: string | undefined
  sentAt?: IsoDateTime | undefined
  completedDate?: IsoDate | undefined
  productName?: string | undefined
  note?: string | undefined
}
