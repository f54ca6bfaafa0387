/** Ids in a call that the portal makes before it knows them; `GET /portal/start` replaces them. */
export const UNKNOWN_IDS = { practiceId: '{practiceId}', clientId: '{clientId}' } as const

/** Largest number of calls that one `GET /portal/start` takes. */
export const MAX_START_CALLS = 20

/** Practice and client on a tab's screen, as remembered by the tab. */
export interface RememberedChoice {
  activePracticeId?: string | null | undefined
  clientId?: string | null | undefined
}

interface Choice {
  practiceId: string
  clientUuid?: string
}

/**
 * Returns the practice on an owner's screen, with the client if the owner has several there: the remembered one, or the only one.
 * Undefined if the owner has to choose.
 */
export function clearChoice(
  practices: readonly { id: string; clients?: readonly { uuid: string }[] | undefined }[],
  { activePracticeId, clientId }: RememberedChoice,
): Choice | undefined {
  const choices = practices.flatMap(({ id: practiceId, clients }): Choice[] =>
    clients ? clients.map(({ uuid: clientUuid }) => ({ practiceId, clientUuid })) : [{ practiceId }],
  )
  const remembered = choices.find(
    ({ practiceId, clientUuid = clientId }) => practiceId === activePracticeId && clientUuid === clientId,
  )
  return remembered ?? (choices.length === 1 ? choices[0] : undefined)
}
