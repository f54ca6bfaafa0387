import type { InferType } from 'yup'
import { FOODS } from '../withdrawal.ts'
import { flag, isoDate, listOf, number, object, oneOf, string, total, uuid } from './fields.ts'
import { patientLogbookEntrySchema } from './logbook.ts'
import { pageOf } from './paging.ts'
import { patientSchema } from './patient.ts'

export const herdSchema = object({
  isKept: flag().required().meta({ description: 'Whether the client keeps groups of animals, or many.' }),
  ubns: listOf(string().required()).meta({ description: 'The UBNs where animals are kept, in order.' }),
}).meta({ title: 'Herd' })
export type HerdSummary = InferType<typeof herdSchema>

export const herdAnimalSchema = object({
  uuid: uuid().required(),
  name: string().required(),
  number: string().meta({ description: 'Number by which the keeper knows the animal.' }),
  ubn: string(),
}).meta({ title: 'HerdAnimal' })
export type HerdAnimal = InferType<typeof herdAnimalSchema>

const releaseSchema = object({
  animal: herdAnimalSchema.required(),
  what: string().required().meta({ description: 'The medicine.' }),
  days: number().meta({ description: 'Withdrawal period as the practice gave it: days or hours.' }),
  hours: number(),
  animals: string().meta({ description: 'The groups of the herd that were treated.' }),
  isStartUnknown: flag().meta({
    description: 'True: the medicine was delivered to be given later, so the start of the treatment is unknown.',
  }),
}).meta({ title: 'Release' })
/** End of a withdrawal period of one animal, or of one group of a herd. */
export type HerdRelease = InferType<typeof releaseSchema>

const releaseDaySchema = object({
  day: isoDate().required().meta({ description: 'The first day on which delivery is permitted again.' }),
  count: total().meta({ description: 'Includes releases that are left out of the list.' }),
  releases: listOf(releaseSchema),
}).meta({ title: 'ReleaseDay' })
export type ReleaseDay = InferType<typeof releaseDaySchema>

export const foodReleasesSchema = object({
  food: oneOf(FOODS).required(),
  count: total(),
  days: listOf(releaseDaySchema).meta({ description: 'The earliest day first.' }),
}).meta({ title: 'FoodReleases' })
export type FoodReleases = InferType<typeof foodReleasesSchema>

export const herdAnimalsSchema = pageOf(patientSchema)
  .shape({
    running: listOf(patientLogbookEntrySchema).meta({
      description: 'The logbook entries of these animals whose withdrawal period has not ended.',
    }),
  })
  .meta({ title: 'HerdAnimals' })
export type HerdAnimals = InferType<typeof herdAnimalsSchema>

export const herdMedicinesSchema = pageOf(patientLogbookEntrySchema)
  .shape({
    animals: listOf(herdAnimalSchema).meta({ description: 'The animals of these entries.' }),
    medicines: listOf(string().required()).meta({ description: 'Names of all medicines in the period at the UBN.' }),
  })
  .meta({ title: 'HerdMedicines' })
export type HerdMedicines = InferType<typeof herdMedicinesSchema>
