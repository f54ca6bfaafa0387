import type { NewRequest } from './schemas/request.ts'

const isFilled = (text: string | undefined) => Boolean(text?.trim())

/** The field without which a request of its kind says nothing. */
export function missingIn({
  kind,
  text,
  products,
  wish,
  reminderUuid,
  reminderUuids,
  appointmentUuid,
  corrections,
}: NewRequest): 'products' | 'wish' | 'appointmentUuid' | 'text' | 'corrections' | undefined {
  switch (kind) {
    case 'REPEAT_MEDICINE':
      return products?.length ? undefined : 'products'
    case 'APPOINTMENT':
      if (!wish) return 'wish'
      if (wish !== 'BOOK') return appointmentUuid ? undefined : 'appointmentUuid'
      return reminderUuid || reminderUuids?.length || isFilled(text) ? undefined : 'text'
    case 'QUESTION':
      return isFilled(text) ? undefined : 'text'
    case 'DETAILS':
      return corrections?.length ? undefined : 'corrections'
  }
}
