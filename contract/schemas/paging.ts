import type { ISchema } from 'yup'
import { listOf, object, total } from './fields.ts'

export const pageInfoSchema = object({
  number: total().meta({ description: 'Counts from 0.' }),
  size: total(),
  totalPages: total(),
  totalElements: total(),
})

/** A page of a list. */
export const pageOf = <T extends object>(item: ISchema<T>) =>
  object({ content: listOf(item), page: pageInfoSchema.required() })
