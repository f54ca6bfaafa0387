import { expect, test } from 'vitest'
import { type RequestContext, atFields, isSame, requestOf, schemaOf, valuesOf } from './values.ts'

const OWNER = { firstName: 'Anna', lastName: 'de Boer', phone: '030 123' }
const contextOf = (more: Partial<RequestContext>): RequestContext => ({
  kind: 'QUESTION',
  search: {},
  owner: OWNER,
  products: [],
  ...more,
})
const values = (typed: object = {}, search = {}) => ({ ...valuesOf(search, OWNER), ...typed })

const wrongWith = async (draft: object, more: Partial<RequestContext>) => {
  const schema = await schemaOf(contextOf(more))
  return await schema.validate(values(draft)).then(
    () => [],
    (error: { inner: { path: string; message: string }[] }) => error.inner.map(({ path, message }) => [path, message]),
  )
}

test('requestOf sends selected products with their source and typed products by name', () => {
  const products = [{ name: 'Penivet', visitFormUuid: 'v', isByTelephone: false }]
  const request = requestOf(
    values({ products: ['Penivet'], otherProducts: ' Zalf \n\n', patientUuid: 'p' }),
    contextOf({ kind: 'REPEAT_MEDICINE', products }),
  )
  expect(request).toMatchObject({
    patientUuid: 'p',
    products: [{ name: 'Penivet', visitFormUuid: 'v' }, { name: 'Zalf' }],
  })
})

test('requestOf sorts days and parts of the day', () => {
  const { suits } = requestOf(
    values({ suits: ['TUE EVENING', 'MON EVENING', 'MON MORNING'] }),
    contextOf({ kind: 'APPOINTMENT' }),
  )
  expect(suits).toEqual([
    { day: 'MON', parts: ['MORNING', 'EVENING'] },
    { day: 'TUE', parts: ['EVENING'] },
  ])
})

test.each([
  ['QUESTION', { text: ' ' }, 'text', { text: 'Mag hij vis?' }],
  ['REPEAT_MEDICINE', {}, 'products', { otherProducts: 'Zalf' }],
  ['APPOINTMENT', {}, 'text', { text: 'Hij hinkt' }],
  ['DETAILS', {}, 'corrections', { city: 'Leersum' }],
] as const)('schemaOf %s requires its field', async (kind, missing, field, filled) => {
  expect(await wrongWith(missing, { kind })).toEqual([[field, 'required']])
  expect(await wrongWith(filled, { kind })).toEqual([])
})

test('atFields maps errors of nested values to the fields of the form', () => {
  const request = { corrections: [{ field: 'city' as const }, { field: 'email' as const }] }
  expect(
    atFields(
      {
        'products/0/visitFormUuid': 'unknownValue',
        'products[1].name': 'tooLong',
        'corrections[1].wanted': 'tooLong',
        text: 'tooLong',
      },
      request,
    ),
  ).toEqual({ products: 'unknownValue', otherProducts: 'tooLong', email: 'tooLong', text: 'tooLong' })
})

test('isSame compares a request that was sent with a new one', () => {
  const request = requestOf(values({ text: 'Hij hinkt' }), contextOf({}))
  const sent = {
    ...request,
    uuid: 'u',
    practiceId: 'p',
    clientUuid: 'c',
    state: 'sent',
    sentAt: '2026-01-01T00:00:00Z',
  } as const
  expect(isSame(sent, request)).toBe(true)
  expect(isSame({ ...sent, text: 'Hij hinkt niet' }, request)).toBe(false)
})
