import { object, requiredText } from './fields.ts'

export const newImportKeySchema = object({ name: requiredText(80) })
