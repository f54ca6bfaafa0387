import type { InferType } from 'yup'
import { flag, isoDate, object, string, uuid } from './fields.ts'

export const currentMedicationSchema = object({
  product: string().required(),
  dosage: string().meta({ description: 'In the words of the practice; absent where unknown.' }),
  animals: string().meta({ description: 'The group of a herd, in the words of the practice.' }),
  since: isoDate().required().meta({ description: 'Day of the last prescription or delivery.' }),
  until: isoDate().meta({ description: 'The last day; absent where unknown.' }),
  listedUntil: isoDate()
    .required()
    .meta({ description: 'Last day on which the medicine is listed; equals `until` if that is known.' }),
  visitForm: uuid().meta({ description: 'The visit form with the prescription.' }),
  entry: uuid().meta({ description: 'The logbook entry of the delivery.' }),
  mayRepeat: flag().required().meta({ description: 'False: the practice repeats the medicine by telephone only.' }),
}).meta({ title: 'BeingGiven' })
/** Current medication of an animal, from its visits and deliveries. */
export type CurrentMedication = InferType<typeof currentMedicationSchema>

export const patientMedicationSchema = currentMedicationSchema
  .shape({ patientUuid: uuid().required() })
  .meta({ title: 'PatientBeingGiven' })
export type PatientMedication = InferType<typeof patientMedicationSchema>
