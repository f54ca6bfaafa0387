import { isRecord } from '#contract/values.ts'
import { checkValue } from '#server/import/check.ts'
import { RECORD_KINDS, RECORD_SCHEMAS, type RecordKind } from '#server/import/records.ts'
import { isPermanent } from '#server/import/removal-line.ts'
import { RECORD_TABLES, keyFieldOf } from '#server/import/tables.ts'
import { type JsonSchema, exampleOf, jsonSchema } from './json-schema.ts'

/** Returns the JSON Schema of a line of an export, generated from the contract. */
export const exportLineSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Line of an export',
  description:
    'One record, or the removal of one. The import accepts more notations of a value than this schema, and ignores unknown fields.',
  oneOf: RECORD_KINDS.flatMap(schemasOf),
})

function schemasOf(kind: RecordKind): JsonSchema[] {
  const { properties = {}, required = [] } = jsonSchema(RECORD_SCHEMAS[kind])
  const key = keyFieldOf(RECORD_TABLES[kind])
  const { [key]: keySchema = {}, practiceId } = properties
  const record = { const: kind }
  const needed = required.filter((field) => isNeeded(kind, field, properties))
  const whole = { title: kind, type: 'object', required: [...new Set(['record', key, ...needed])] }
  if (isPermanent(kind)) return [{ ...whole, properties: { record, ...properties } }]
  const replaces = {
    anyOf: [keySchema, { type: 'array', items: keySchema }],
    description: 'Keys of the records that this record replaces.',
  }
  return [
    { ...whole, properties: { record, ...properties, removed: { const: false }, replaces } },
    {
      title: `Removal of ${kind}`,
      type: 'object',
      properties: { record, [key]: keySchema, ...(practiceId && { practiceId }), removed: { const: true } },
      required: ['record', key, 'removed'],
    },
  ]
}

/** Whether the import leaves out a line without a field that the contract requires; it fills in some fields. */
function isNeeded(kind: RecordKind, field: string, properties: Record<string, JsonSchema>): boolean {
  const example = exampleOf({ type: 'object', properties }, () => ({}))
  const others = isRecord(example) ? example : {}
  return 'problems' in checkValue(1, { ...others, record: kind, [field]: undefined })
}
