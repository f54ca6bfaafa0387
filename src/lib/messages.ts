import { create } from 'zustand'
import type { CallError } from './call-error.ts'
import type { MessageId } from './message-id.ts'
import { SLOW_MS } from './constants.ts'

export type MessageKind = 'success' | 'error' | 'warning' | 'info' | 'loading'

export interface Sentence {
  id: MessageId
  values?: Record<string, string | number>
}

/** A text to show, with the values its placeholders take. */
export interface MessageText extends Sentence {
  /** Takes back what the message tells of. */
  undo?: (() => void) | undefined
  /** The failed call of `core.errors.httpError`, whose text names the reason where that is known. */
  failure?: CallError | undefined
  /** Reason of the action's own, in place of that of the problem's code. */
  reason?: Sentence | undefined
}

export interface CurrentRequest {
  method: string
  url: string
  active: boolean
}

interface Feedback {
  /** One message of a kind at a time; a new one takes the place of the old. */
  slots: Partial<Record<MessageKind, MessageText>>
  /** Shown once the navigation under way has arrived, since arriving clears the slots. */
  afterNavigation: Partial<Record<MessageKind, MessageText>>
  request: CurrentRequest | null
  /** How many calls are under way; user routes do not count. */
  pending: number
}

const quiet: Feedback = { slots: {}, afterNavigation: {}, request: null, pending: 0 }

export const useFeedback = create<Feedback>()(() => quiet)

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

/** What is shown now stays over the navigation that follows, which no person has asked for. */
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

/** For what a person has asked for, and waits for: where it takes long, that it does. */
export async function tellIfSlow<Result>(work: () => Promise<Result>): Promise<Result> {
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
