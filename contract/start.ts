/** Ids in a call that the portal makes before it knows them; `GET /portal/start` replaces them. */
export const UNKNOWN_IDS = { practiceId: '{practiceId}', clientId: '{clientId}' } as const

/** Maximum number of calls in one `GET /portal/start`. */
export const MAX_START_CALLS = 20

/** Practice and client that a tab shows. The tab stores them for a reload. */
export interface RememberedChoice {
  activePracticeId?: string | null | undefined
  clientId?: string | null | undefined
}

interface OwnerPractice {
  id: string
  clients?: readonly { uuid: string }[] | undefined
}

/** Practice of an owner; with a client if the owner has several clients at that practice. */
export interface Choice<Practice extends OwnerPractice> {
  practice: Practice
  client?: NonNullable<Practice['clients']>[number]
}

export const choicesOf = <Practice extends OwnerPractice>(practices: readonly Practice[]): Choice<Practice>[] =>
  practices.flatMap((practice): Choice<Practice>[] =>
    practice.clients ? practice.clients.map((client) => ({ practice, client })) : [{ practice }],
  )

export const isChosen = (
  { practice, client }: Choice<OwnerPractice>,
  { activePracticeId, clientId }: RememberedChoice,
): boolean => practice.id === activePracticeId && (!client || client.uuid === clientId)

/** Returns the remembered choice, or the only one; undefined if the owner has to choose. */
export function clearChoice<Practice extends OwnerPractice>(
  practices: readonly Practice[],
  remembered: RememberedChoice,
): Choice<Practice> | undefined {
  const choices = choicesOf(practices)
  return choices.find((choice) => isChosen(choice, remembered)) ?? (choices.length === 1 ? choices[0] : undefined)
}
