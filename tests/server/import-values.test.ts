import { expect, test } from 'vitest'
import { ENTITIES, type EntityExample } from '#harness/entity-examples.ts'
import { checkLine } from '#server/import/check.ts'
import { loadExport } from '#server/import/load.ts'
import { RECORD_KINDS, RECORD_SCHEMAS, type RecordKind } from '#server/import/records.ts'
import { RECORD_TABLES } from '#server/import/tables.ts'
import { type AnyRecord, clientLine, patientLine, practiceLine, uuid } from '#harness/example-export.ts'
import { onEngines, openTestServer } from '#harness/test-server.ts'

const PRACTICE = 'de-krekel'
const full = (name: keyof typeof ENTITIES): AnyRecord => (ENTITIES[name] satisfies EntityExample).full
const ofClient = { clientUuid: uuid('c', 1), patientUuid: uuid('a', 1) }

/** An example of each kind that has its own key; practices and request answers have none. */
const EXAMPLES: Partial<Record<RecordKind, AnyRecord>> = {
  user: { ...full('staff'), practiceId: PRACTICE },
  client: { ...full('client'), practiceId: PRACTICE },
  patient: { ...full('patient'), ...ofClient },
  reminder: { ...full('reminder'), ...ofClient },
  appointment: { ...full('appointment'), ...ofClient },
  visitForm: { ...full('visit form'), ...ofClient },
  attachment: { ...full('attachment'), ...ofClient },
  invoice: { ...full('invoice'), ...ofClient },
  logbookEntry: { ...full('logbook entry'), ...ofClient },
}
/** Fields that a record cannot be loaded without. */
const NEEDED = new Set([
  'uuid',
  'username',
  'practiceId',
  'clientUuid',
  'patientUuid',
  'date',
  'start',
  'status',
  'roles',
])

const WRONG = [
  'a\0b\uD800',
  '\u0000',
  '0000-00-00 00:00:00',
  '1899-12-30T00:00:00',
  '12-03-2026',
  '/Date(1700000000000+0100)/',
  '€ 1.234,50',
  'J',
  'n.v.t.',
  'jan@mail.example; els@mail.example',
  'x'.repeat(30_000),
  '🐕'.repeat(300),
  "Robert'); DROP TABLE client;--",
  -1,
  1e300,
  0.1 + 0.2,
  {},
  [[{ x: ['\uDC00'] }], null, 'x'],
]

/** Yields, for each field and wrong value, a record whose other fields are valid. */
function* records(kind: RecordKind, example: AnyRecord): Generator<AnyRecord> {
  let number = 0
  const { key } = RECORD_TABLES[kind]
  for (const field of Object.keys(RECORD_SCHEMAS[kind].fields)) {
    if (NEEDED.has(field) && !(kind === 'invoice' && field === 'status')) continue
    for (const wrong of WRONG) {
      number += 1
      const id = kind === 'user' ? `staff${number}@mail.example` : uuid('f', number)
      yield { ...example, record: kind, [key]: id, ...(kind === 'client' && { email: null }), [field]: wrong }
    }
  }
}

onEngines('an export with a wrong value in any field', (engine) => {
  test.each(RECORD_KINDS.filter((kind) => EXAMPLES[kind]))(
    'is loaded without the invalid field: every %s',
    { tags: ['database'] },
    async (kind) => {
      await using testServer = await openTestServer(engine)
      const wrong = [...records(kind, EXAMPLES[kind] ?? {})]
      const lines = [practiceLine(PRACTICE), clientLine(1), patientLine(1, 1), ...wrong].map((record, index) =>
        checkLine(index + 1, JSON.stringify(record)),
      )
      const report = await loadExport(testServer.db, [lines], { practiceId: PRACTICE, now: testServer.now })
      expect(report).toMatchObject({ loaded: true, problems: { count: 0 }, large: [] })
      const { kinds = {} } = report.warnings
      expect(kinds[kind]).toMatchObject({ leftOut: 0 })
      expect(report.changes?.[kind].added).toBe(wrong.length + (kind === 'client' || kind === 'patient' ? 1 : 0))
      const again = await loadExport(testServer.db, [lines], { practiceId: PRACTICE, now: testServer.now })
      expect(again.changes?.[kind]).toMatchObject({ added: 0, updated: 0 })
    },
  )
})
