import type { IntlShape } from 'react-intl'
import { CSV_FIELDS, type CsvKind, csvFieldType, csvFieldValues } from '#contract/csv-import.ts'
import { speciesId } from '#src/features/patients/patient-texts.ts'
import { asDate } from '#src/lib/dates.ts'
import { textOf } from '#src/lib/intl.tsx'

// Names of the fields of a CSV file, and their values, in the language of the portal.

export const fieldsOf = (kind: CsvKind): string[] => Object.keys(CSV_FIELDS[kind])

/** Returns the name of a field; an unknown field is returned unchanged. */
export const fieldName = (intl: IntlShape, kind: CsvKind, field: string): string => {
  const id = kind === 'patient' && field === 'kind' ? 'patientKind' : field
  return textOf(`admin.csvImport.fields.${id}`, field, intl)
}

/** Returns the name of a permitted value of a field. */
export function valueName(intl: IntlShape, field: string, value: string): string {
  const species = field === 'species' ? speciesId(value) : undefined
  return species ? intl.formatMessage({ id: species }) : textOf(`admin.csvImport.values.${value}`, value, intl)
}

/** Returns a value as read from the file, in the form in which the portal shows it. */
export function shownValue(intl: IntlShape, kind: CsvKind, { field, value }: { field: string; value: string }): string {
  const type = csvFieldType(kind, field)
  if (csvFieldValues(kind, field).includes(value)) return valueName(intl, field, value)
  if (type === 'number' && Number.isFinite(Number(value))) return intl.formatNumber(Number(value))
  if (type !== 'date' && type !== 'moment') return value
  const date = type === 'date' ? asDate(value) : new Date(value)
  if (Number.isNaN(date.getTime())) return value
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return intl.formatDate(date, type === 'date' ? day : { ...day, hour: '2-digit', minute: '2-digit' })
}
