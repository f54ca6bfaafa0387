import { DAY_MS } from './dates.ts'
import {
  type MessageOutcome,
  OPEN_STATES,
  REOPEN_DAYS,
  REQUEST_OUTCOMES,
  type RequestSide,
  type RequestState,
  isWaiting,
} from './request.ts'
import { typedKeys } from './values.ts'

// Turns of a conversation in a request: the state says who is to write, and which actions each side has.

/** Fields of a request that decide about turns. */
export interface Turn {
  state: RequestState
  /** When the request ended. */
  closedAt?: string | null | undefined
  /** Whether the owner has yet to open the last message of the practice. */
  unread?: boolean | undefined
  /** Only the side of each message matters. */
  messages?: readonly { side: RequestSide }[] | undefined
}

interface ActionRule {
  by: RequestSide
  from: readonly RequestState[]
  to: RequestState
  /** Whether the owner has something new to read afterwards; undefined: unchanged. */
  unread?: boolean
  /** Further condition on the request. */
  needs?: (turn: Turn, now: Date) => boolean
}

const ofOwner = { by: 'owner', from: OPEN_STATES, unread: false } as const
const ofPractice = { by: 'practice', from: OPEN_STATES, unread: true } as const

/** All actions that change a state. */
const ACTIONS = {
  write: { ...ofOwner, to: 'sent' },
  withdraw: { ...ofOwner, to: 'withdrawn' },
  reopen: {
    ...ofOwner,
    from: REQUEST_OUTCOMES,
    to: 'sent',
    needs: (turn, now) => now.getTime() < (reopenEndOf(turn)?.getTime() ?? 0),
  },
  ask: { ...ofPractice, to: 'asked' },
  reply: { ...ofPractice, to: 'replied' },
  answer: { ...ofPractice, to: 'answered' },
  decline: { ...ofPractice, to: 'declined' },
  // Only after a message, because the owner would get no response at all.
  end: {
    by: 'practice',
    from: OPEN_STATES,
    to: 'answered',
    needs: ({ messages = [] }) => messages.some(({ side }) => side === 'practice'),
  },
} as const satisfies Record<string, ActionRule>
export type RequestAction = keyof typeof ACTIONS

/** Returns until when the owner can reopen a request; undefined for a request that the practice has not ended. */
export function reopenEndOf({ state, closedAt }: Pick<Turn, 'state' | 'closedAt'>): Date | undefined {
  const isEnded = REQUEST_OUTCOMES.some((outcome) => outcome === state)
  return isEnded && closedAt != null ? new Date(Date.parse(closedAt) + REOPEN_DAYS * DAY_MS) : undefined
}

/** Returns the actions that one side has now. An unknown state of another API has none. */
export function actionsOf(request: Turn, side: RequestSide, now: Date): ReadonlySet<RequestAction> {
  return new Set(
    typedKeys(ACTIONS).filter((name) => {
      const rule: ActionRule = ACTIONS[name]
      const isFrom = rule.from.some((state) => state === request.state)
      return rule.by === side && isFrom && (rule.needs?.(request, now) ?? true)
    }),
  )
}

/** Returns the state after an action, and whether the owner then has something to read. */
export function afterAction(action: RequestAction, before: Turn): { state: RequestState; unread: boolean } {
  const { to, unread = before.unread ?? false }: ActionRule = ACTIONS[action]
  return { state: to, unread }
}

const ACTION_OF_OUTCOME = {
  asked: 'ask',
  replied: 'reply',
  answered: 'answer',
  declined: 'decline',
} as const satisfies Record<MessageOutcome, RequestAction>

export const actionOf = (outcome: MessageOutcome): RequestAction => ACTION_OF_OUTCOME[outcome]

/** Returns the side that a request waits for; undefined if it has ended, or the owner may write but need not. */
export function turnOf(state: RequestState): RequestSide | undefined {
  if (isWaiting(state)) return 'practice'
  return state === 'asked' ? 'owner' : undefined
}

/** Whether a request counts in the badge of a side. The owner's badge also counts unread messages. */
export const countsFor = (side: RequestSide, { state, unread = false }: Pick<Turn, 'state' | 'unread'>): boolean =>
  turnOf(state) === side || (side === 'owner' && unread)
