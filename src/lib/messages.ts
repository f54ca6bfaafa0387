import { create } from 'zustand'
import type { CallError } from './call-error.ts'
import type { MessageId } from './message-id.ts'
import { SLOW_MS } from './constants.ts'

export type MessageKind = 'success' | 'error' | 'warning' | 'info' | 'loading'

export interface Sentence {
  id: MessageId
  values?: Record<string, string | number>
}

/** Text of a message with the values of its placeholders. */
export interface MessageText extends Sentence {
  /** Undoes the reported action. */
  undo?: (() => void) | undefined
  /** Failed call of `core.errors.httpError`; its reason is shown if known. */
  failure?: CallError | undefined
  /** Reason specific to the action; replaces the one for the problem code. */
  reason?: Sentence | undefined
}

export interface CurrentRequest {
  method: string
  url: string
  active: boolean
}

interface Feedback {
  /** At most one message of each kind; a new one replaces the previous one. */
  slots: Partial<Record<MessageKind, MessageText>>
  /** Messages shown after the current navigation, because a navigation clears the slots. */
  afterNavigation: Partial<Record<MessageKind, MessageText>>
  request: CurrentRequest | null
  /** Number of pending calls, without user routes. */
  pending: number
}

const initialState: Feedback = { slots: {}, afterNavigation: {}, request: null, pending: 0 }

export const useFeedback = create<Feedback>()(() => initialState)

export function showMessage(
  kind: MessageKind,
  id: MessageId,
  values?: MessageText['values'],
  rest: Pick<MessageText, 'undo' | 'failure' | 'reason'> = {},
): void {
  useFeedback.setState(({ slots }) => ({ slots: { ...slots, [kind]: { id, ...(values && { values }), ...rest } } }))
}

export function showAfterNavigation(kind: MessageKind, id: MessageId, values?: MessageText['values']): void {
  const text: MessageText = { id, ...(values && { values }) }
  useFeedback.setState(({ afterNavigation }) => ({ afterNavigation: { ...afterNavigation, [kind]: text } }))
}

/** Keeps the current messages across the next navigation, for navigations that the user did not start. */
export function keepMessages(): void {
  useFeedback.setState(({ slots, afterNavigation }) => ({ afterNavigation: { ...slots, ...afterNavigation } }))
}

export function dismissMessage(kind: MessageKind): void {
  useFeedback.setState(({ slots }) => ({ slots: { ...slots, [kind]: undefined } }))
}

export function navigationStarted(): void {
  useFeedback.setState({ slots: {} })
}

export function navigationArrived(): void {
  useFeedback.setState(({ slots, afterNavigation }) => ({
    slots: { ...slots, ...afterNavigation },
    afterNavigation: {},
  }))
}

export function requestStarted(method: string, url: string): void {
  useFeedback.setState(({ pending }) => ({ pending: pending + 1, request: { method, url, active: true } }))
}

export function requestEnded(): void {
  useFeedback.setState(({ pending, request }) => ({
    pending: pending - 1,
    request: request && { ...request, active: pending > 1 },
  }))
}

/** Shows a message while work that the user waits for takes long. */
export async function showIfSlow<Result>(work: () => Promise<Result>): Promise<Result> {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    showMessage('loading', 'core.text.slow')
  }, SLOW_MS)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (isSlow) dismissMessage('loading')
  }
}
