import { describe, expect, test } from 'vitest'
import { CALLS, KINDS, PASSES, fieldsOf, misread, sampleOf, corrupted, resolved } from '#harness/foreign-responses.ts'
import { onSpecification } from '#harness/specification-api.ts'
import { SCREENS, complaints, everyField, listen, openForeign } from './foreign.tsx'

// Each reader gets every invalid value of other APIs, and each screen gets all of them together. `npm run soak -- --only foreign`
// changes one field at a time.

type Reader = (response: unknown) => unknown
const modules = import.meta.glob<Record<string, Reader>>(['/src/api/*.ts', '!/src/api/*.test.ts'], { eager: true })
const functions = Object.assign({}, ...Object.values(modules)) as Record<string, Reader | undefined>

const OTHER_NAMES: Readonly<Record<string, string>> = {
  'GET /clients/{clientId}/withdrawals': 'readPatientLogbooks',
  'GET /clients/{clientId}/appointments/{appointmentId}': 'readVisit',
  'GET /clients/{clientId}/lab-results': 'readAttachments',
  'GET /clients/{clientId}/treatment-plans': 'readAttachments',
  'GET /clients/{clientId}/agreements': 'readAttachments',
  'GET /clients/{clientId}/being-given': 'readCurrentMedication',
  'GET /clients/{clientId}/seen': 'readClientAccessLog',
  'GET /clients/{clientId}/shared-cards': 'readShareLinks',
  'GET /shared-card': 'readSharedView',
  'GET /prices/{practiceId}': 'readPublicPrices',
  'GET /practice/{practiceId}/price-list/versions/{version}': 'readPriceList',
}
/** Responses that other code reads, with the URL or the token, and calls that the portal never makes. */
const NOT_READ = [
  'GET /clients/{clientId}/estimates/{estimateId}/file',
  'GET /clients/{clientId}/export',
  'GET /clients/{clientId}/herd/medicines/file',
  'GET /clients/{clientId}/invoices/{invoiceId}/file',
  'GET /health/live',
  'GET /health/ready',
  'GET /oauth/authenticate',
  'GET /openapi.json',
  'GET /portal/start',
  'GET /practice/{practiceId}/appointment-questions',
  'GET /practice/{practiceId}/clients/changes',
  'GET /practice/{practiceId}/estimates/{estimateId}/file',
  'GET /practice/{practiceId}/import/files/{name}',
  'GET /practice/{practiceId}/imports/{sequence}',
  'GET /practice/{practiceId}/logoUploadUrl',
  'GET /setup',
  'GET /user/authenticate/passkey',
  'GET /user/refresh',
]

/** Returns the reader of a response: `readPracticeRequest`, or else `readRequest`, for `…/practice/{id}/requests/{id}`. */
function readerOf(call: string): Reader | undefined {
  if (call in OTHER_NAMES) return functions[OTHER_NAMES[call]!]
  const words = call.split('/').filter((part, index) => index > 0 && !part.startsWith('{'))
  if (call.endsWith('}')) words.push(words.pop()!.replace(/s$/, ''))
  const nameOf = (parts: string[]) =>
    `read${parts.join('-').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`
  return functions[nameOf(words.slice(-2))] ?? functions[nameOf(words.slice(-1))]
}

test('every response of the contract has a reader', () => {
  expect(CALLS.flatMap(({ name }) => (readerOf(name) ? [] : [name])).sort()).toEqual(NOT_READ)
})

/** Returns the value after a round trip through JSON. */
const sent = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

test.each(CALLS.filter(({ name }) => readerOf(name)))(
  'the reader of $name returns the types of the contract, whichever field is invalid',
  ({ name, schema }) => {
    const read = readerOf(name)!
    const whole = sampleOf(schema)
    const own =
      Array.isArray(read(whole)) && schema.type !== 'array' ? resolved(schema).properties!['content']! : schema
    const cases = fieldsOf(schema).flatMap(({ path, schema: field }) =>
      KINDS.filter(({ isOf }) => isOf(field)).map((kind) => ({ path, kind })),
    )
    expect(cases.length).toBeGreaterThan(10)
    const wrong = cases.flatMap(({ path, kind }) =>
      misread(read(sent(corrupted(whole, schema, path, kind))), own).map(
        (what) => `${path.join('.')} ${kind.name}: ${what}`,
      ),
    )
    expect(wrong).toEqual([])
  },
)

describe.each(PASSES)('an API that returns every field as $name', (kind) => {
  test.each(SCREENS)('lets $address of $as show the readable fields', async (one) => {
    const errors = listen()
    expect(complaints(await openForeign(one, everyField(kind)), errors)).toEqual([])
  })
})

describe('an API with only the specified calls and fields', () => {
  test.each(SCREENS.filter(({ isExtra }) => !isExtra))(
    'lets $address of $as open without any other call',
    async (one) => {
      const errors = listen()
      const { beyond, tokenFor } = onSpecification()
      const opened = await openForeign(one, undefined, tokenFor)
      expect(complaints(opened, errors)).toEqual([])
      expect(beyond).toEqual([])
      const { calls } = opened.portal
      for (const once of ['GET /api/capabilities', 'GET /api/user/refresh'])
        expect(calls.filter((call) => call === once)).toHaveLength(1)
    },
  )
})
