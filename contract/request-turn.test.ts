import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from './dates.ts'
import { REQUEST_SIDES, REQUEST_STATES, type RequestSide } from './request.ts'
import { type RequestAction, type Turn, actionsOf, afterAction, countsFor } from './request-turn.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')
const STEPS = ['write', 'withdraw', 'reopen', 'ask', 'reply', 'answer', 'decline', 'end', 'see', 'read'] as const
type Step = (typeof STEPS)[number]
const BY_PRACTICE: readonly Step[] = ['ask', 'reply', 'answer', 'decline']
const isChange = (step: Step): step is Exclude<Step, 'see' | 'read'> => step !== 'see' && step !== 'read'
const sideOf = (step: Step): RequestSide => (['write', 'withdraw', 'reopen'].includes(step) ? 'owner' : 'practice')

/** Replays the accepted steps with the rules under test. Returns the final request and the accepted steps. */
function replay(steps: readonly Step[]) {
  let request: Turn = { state: 'sent', unread: false, messages: [] }
  const accepted: Step[] = []
  for (const step of steps) {
    if (step === 'see') request = { ...request, state: request.state === 'sent' ? 'seen' : request.state }
    else if (step === 'read') request = { ...request, unread: false }
    else if (actionsOf(request, sideOf(step), NOW).has(step)) request = changed(request, step)
    else continue
    accepted.push(step)
  }
  return { request, accepted }
}

const changed = (request: Turn, action: RequestAction): Turn => ({
  ...afterAction(action, request),
  closedAt: NOW.toISOString(),
  messages: [...(request.messages ?? []), ...(action === 'end' ? [] : [{ side: sideOf(action) }])],
})

/** Badges by the list of steps alone, without states. */
function oracle(steps: readonly Step[]): Record<RequestSide, boolean> {
  const last = steps.findLast((step) => isChange(step)) ?? 'write'
  const message = steps.findLastIndex((step) => BY_PRACTICE.includes(step))
  const isRead = steps.slice(message + 1).some((step) => step === 'read' || sideOf(step) === 'owner')
  return {
    practice: last === 'write' || last === 'reopen',
    owner: last === 'ask' || (message >= 0 && !isRead),
  }
}

test('badges follow from the steps alone in 10,000 random histories', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STEPS), { maxLength: 20 }), (steps) => {
      const { request, accepted } = replay(steps)
      const badges = Object.fromEntries(REQUEST_SIDES.map((side) => [side, countsFor(side, request)]))
      expect(badges).toEqual(oracle(accepted))
    }),
    { numRuns: 10_000 },
  )
})

test.each([
  ['sent', ['write', 'withdraw'], ['ask', 'reply', 'answer', 'decline']],
  ['seen', ['write', 'withdraw'], ['ask', 'reply', 'answer', 'decline']],
  ['asked', ['write', 'withdraw'], ['ask', 'reply', 'answer', 'decline', 'end']],
  ['replied', ['write', 'withdraw'], ['ask', 'reply', 'answer', 'decline', 'end']],
  ['answered', ['reopen'], []],
  ['declined', ['reopen'], []],
  ['withdrawn', [], []],
] as const)('a request that is %s has these actions', (state, owner, practice) => {
  const messages = state === 'sent' || state === 'seen' ? [] : [{ side: 'practice' as const }]
  const request = { state, closedAt: NOW.toISOString(), messages }
  expect([...actionsOf(request, 'owner', NOW)]).toEqual(owner)
  expect([...actionsOf(request, 'practice', NOW)]).toEqual(practice)
  expect(REQUEST_STATES).toContain(state)
})

test.each([
  ['just before', -1, true],
  ['at', 0, false],
])('a request %s the end of seven days can be reopened: %#', (_, more, expected) => {
  const request = { state: 'answered' as const, closedAt: NOW.toISOString() }
  const now = new Date(NOW.getTime() + 7 * DAY_MS + more)
  expect(actionsOf(request, 'owner', now).has('reopen')).toBe(expected)
})

test('an unknown state of another API has no actions and no badge', () => {
  const request = JSON.parse('{"state":"archived"}') as Turn
  for (const side of REQUEST_SIDES) {
    expect([...actionsOf(request, side, NOW)]).toEqual([])
    expect(countsFor(side, request)).toBe(false)
  }
})
