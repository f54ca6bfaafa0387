import type { Schema } from 'yup'
import { listOf, object, total } from './fields.ts'

export const pageInfoSchema = object({
  number: total().meta({ description: 'Counts from 0.' }),
  size: total(),
  totalPages: total(),
  totalElements: total(),
}).meta({ title: 'PageInfo' })

/** Schema of a page of a list, with a title derived from its entries. */
export const pageOf = <T extends object>(item: Schema<T>) =>
  object({ content: listOf(item), page: pageInfoSchema.required() }).meta({
    title: `${item.describe().meta?.title ?? ''}Page`,
  })
