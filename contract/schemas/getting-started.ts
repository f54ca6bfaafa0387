import type { InferType } from 'yup'
import { STARTING_STEPS } from '../getting-started.ts'
import { flag, listOf, object, oneOf, total } from './fields.ts'

const dismissed = () => flag().required('required')

export const gettingStartedSchema = object({
  isDismissed: dismissed().meta({ description: 'Whether an admin has closed the list.' }),
  done: listOf(oneOf(STARTING_STEPS).required()).meta({ description: 'Completed steps, found from the data.' }),
  invited: total().meta({ description: 'Invited clients.' }),
  toInvite: total().meta({ description: 'Clients to invite for the last step: ten, or all with an e-mail address.' }),
}).meta({ title: 'GettingStarted' })
export type GettingStarted = InferType<typeof gettingStartedSchema>

/** Body of PUT /practice/{practiceId}/getting-started. */
export const gettingStartedChangeSchema = object({ isDismissed: dismissed() }).meta({ title: 'GettingStartedChange' })
