import { type Arbitrary, array, assert, constant, integer, property, record, stringMatching } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundContent, estimateStateOf, estimateSum } from './estimate.ts'
import { type EstimateContent, estimateContentSchema } from './schemas/estimate.ts'

const ANIMAL = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'

const amount = integer({ min: -99_999, max: 999_999 }).map((cents) => cents / 100)
const words = stringMatching(/^[A-Za-zé]{1,12}( [a-z]{1,9})?$/)
const line = record(
  { description: words, amount, patientUuid: constant(ANIMAL), unit: words, date: constant('2026-03-01') },
  { requiredKeys: ['description', 'amount'] },
)
const estimates: Arbitrary<EstimateContent> = record({
  number: words,
  date: constant('2026-03-01'),
  validUntil: constant('2026-04-01'),
  patientUuid: constant(ANIMAL),
  reason: words,
  text: words,
  lines: array(line, { minLength: 1, maxLength: 6 }),
})

/** Changes with a meaning, each of one field. */
const CHANGES: Record<string, (estimate: EstimateContent) => EstimateContent> = {
  number: (estimate) => ({ ...estimate, number: `${estimate.number}1` }),
  date: (estimate) => ({ ...estimate, date: '2026-02-28' }),
  validUntil: (estimate) => ({ ...estimate, validUntil: '2026-04-02' }),
  animal: (estimate) => ({ ...estimate, patientUuid: OTHER }),
  'no animal': ({ patientUuid: _, ...estimate }) => estimate,
  reason: (estimate) => ({ ...estimate, reason: `${estimate.reason}?` }),
  text: (estimate) => ({ ...estimate, text: undefined }),
  'one line more': (estimate) => ({ ...estimate, lines: [...estimate.lines, { description: 'Extra', amount: 0 }] }),
  ...Object.fromEntries(
    Object.entries({
      cent: ({ amount: cents }) => ({ amount: Math.round(cents * 100 + 1) / 100 }),
      range: ({ amount: cents }) => ({ amountTo: Math.round(cents * 100 + 1) / 100 }),
      description: ({ description }) => ({ description: `${description}!` }),
      animal: () => ({ patientUuid: OTHER }),
      quantity: () => ({ quantity: 3 }),
      unit: () => ({ unit: 'mg' }),
      unitPrice: () => ({ unitPrice: 0.001 }),
      discount: () => ({ discount: 0.01 }),
      vatRate: () => ({ vatRate: 21 }),
      date: () => ({ date: '2026-03-02' }),
    } satisfies Record<string, (line: EstimateContent['lines'][number]) => object>).map(([name, change]) => [
      `${name} of the last line`,
      (estimate: EstimateContent) => ({
        ...estimate,
        lines: estimate.lines.map((each, at, { length }) => (at === length - 1 ? { ...each, ...change(each) } : each)),
      }),
    ]),
  ),
}

const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, each]) => [key, reversed(each)]),
        )
      : value

/** Changes of the notation alone. */
const NOTATIONS: Record<string, (estimate: EstimateContent) => unknown> = {
  'order of fields': reversed,
  'white space at the ends': (estimate) => ({
    ...estimate,
    reason: ` ${estimate.reason}\t`,
    text: `${estimate.text}\r\n`,
  }),
  'decomposed letters': (estimate) => ({ ...estimate, text: estimate.text?.normalize('NFD') }),
  'capitals of ids': (estimate) => ({ ...estimate, patientUuid: estimate.patientUuid?.toUpperCase() }),
  'name next to an id': (estimate) => ({ ...estimate, patientName: 'Bella' }),
  'default currency': (estimate) => ({ ...estimate, currency: 'EUR' }),
  'empty range': (estimate) => ({
    ...estimate,
    lines: estimate.lines.map((each) => ({ ...each, amountTo: each.amount })),
  }),
  'numbers as text': (estimate) => ({
    ...estimate,
    lines: estimate.lines.map((each) => ({ ...each, amount: each.amount.toFixed(3) })),
  }),
  'floating point': (estimate) => ({
    ...estimate,
    lines: estimate.lines.map((each) => ({ ...each, amount: each.amount + 1e-12 })),
  }),
}

describe('boundContent', () => {
  it.each(Object.entries(CHANGES))('changes with: %s', (_, change) => {
    const isBound = property(estimates, (estimate) => {
      expect(boundContent(change(estimate))).not.toBe(boundContent(estimate))
    })
    expect(() => assert(isBound)).not.toThrow()
  })

  it.each(Object.entries(NOTATIONS))('does not change with: %s', (_, change) => {
    const isBound = property(estimates, (estimate) => {
      const read = estimateContentSchema.cast(change(estimate))
      expect(boundContent(read)).toBe(boundContent(estimate))
    })
    expect(() => assert(isBound)).not.toThrow()
  })
})

describe('estimateStateOf', () => {
  const answer = { outcome: 'accepted' } as const

  it.each([
    ['open', {}, '2026-04-01'],
    ['lapsed', {}, '2026-04-02'],
    ['accepted', { answer }, '2026-04-02'],
    ['withdrawn', { answer, withdrawnAt: '2026-03-02T09:00:00Z' }, '2026-04-01'],
  ])('returns %s', (state, facts, today) => {
    expect(estimateStateOf({ validUntil: '2026-04-01', ...facts }, today)).toBe(state)
  })
})

it('adds up the lowest and the highest amounts', () => {
  expect(estimateSum([{ amount: 10.05, amountTo: 20 }, { amount: 0.1 }])).toEqual({ from: 1015, to: 2010 })
})
