import type { InferType } from 'yup'
import { CARD_PARTS, MAX_CARD_NOTE } from '../share-link.ts'
import { array, listOf, object, oneOf, string, text, timestamp, uuid } from './fields.ts'

/** Body of POST /clients/{clientId}/patients/{patientId}/shared-cards. */
export const shareLinkBodySchema = object({
  parts: array(oneOf(CARD_PARTS).required('required'))
    .min(1, 'required')
    .max(CARD_PARTS.length, 'tooLong')
    .required('required'),
  note: text(MAX_CARD_NOTE),
}).meta({ title: 'SharedCardBody' })

export const cardParts = () => listOf(oneOf(CARD_PARTS).required())

export const shareLinkSchema = object({
  uuid: uuid().required(),
  patientUuid: uuid().required(),
  parts: cardParts(),
  note: string().meta({ description: 'Recipient, in the words of the owner.' }),
  createdAt: timestamp().required(),
  endsAt: timestamp().required(),
  openedAt: timestamp().meta({ description: 'When the link was last opened.' }),
}).meta({ title: 'SharedCard' })
/** Share link to an animal's data that has not expired. */
export type ShareLink = InferType<typeof shareLinkSchema>

export const newShareLinkSchema = shareLinkSchema
  .shape({
    secret: string().required().meta({ description: 'The secret of the link, which no other response has.' }),
  })
  .meta({ title: 'NewSharedCard' })
export type NewShareLink = InferType<typeof newShareLinkSchema>
