import { CARD_PARTS, MAX_CARD_NOTE } from '../shared-card.ts'
import { array, object, oneOf, text } from './fields.ts'

/** POST /clients/{clientId}/patients/{patientId}/shared-cards */
export const sharedCardSchema = object({
  parts: array(oneOf(CARD_PARTS).required('required'))
    .min(1, 'required')
    .max(CARD_PARTS.length, 'tooLong')
    .required('required'),
  note: text(MAX_CARD_NOTE),
})
