import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import type { OpenedCard } from '#contract/schemas/opened-card.ts'
import type { NewSharedCard, SharedCard } from '#contract/schemas/shared-card.ts'
import { CARD_PARTS, type CardPart } from '#contract/shared-card.ts'
import { canSignedOut } from '#src/lib/api-root.ts'
import { api } from './http.ts'
import { logbookEntry } from './logbook.ts'
import { patient } from './patients.ts'
import { reminder } from './reminders.ts'
import { clientKey } from './scope.ts'
import { type Fields, read } from './tolerate.ts'

// Share links of animals: beyond the specification.

const parts = read.requiredItems(read.knownWord(CARD_PARTS))
const fields = {
  uuid: read.requiredText,
  patientUuid: read.requiredText,
  parts,
  note: read.text,
  createdAt: read.requiredMoment,
  endsAt: read.requiredMoment,
  openedAt: read.moment,
} satisfies Fields<SharedCard>

export const readSharedCards = read.list(read.record<SharedCard>(fields))
const readNewCard = read.one(read.record<NewSharedCard>({ ...fields, secret: read.requiredText }))

const named = read.record<OpenedCard['practice']>({ name: read.requiredText, phone: read.text })
export const readOpenedCard = read.one(
  read.record<OpenedCard>({
    practice: read.one(named),
    parts,
    endsAt: read.requiredMoment,
    patient: read.one(patient),
    logbook: read.requiredItems(logbookEntry),
    reminders: read.requiredItems(reminder),
    owner: named,
  }),
)

export const sharedCardQueries = {
  /** All share links of the client; the dialog shows the links of one animal. */
  list: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'shared-cards'),
      queryFn: async ({ signal }) => readSharedCards(await api.get(paths.sharedCards(clientId), { signal })),
      // A link may have been opened a moment ago.
      staleTime: 5000,
    }),
  /** Shared view for the secret of a link; null if the link has ended or never existed. */
  opened: (secret: string) =>
    queryOptions({
      queryKey: ['shared-card', secret],
      queryFn: async () => {
        if (!secret || !canSignedOut('card-sharing')) return null
        const answer = await api.get(paths.openedCard, { token: secret, nullOn404: true })
        return answer === null ? null : readOpenedCard(answer)
      },
      staleTime: Infinity,
    }),
}

interface Wanted {
  parts: readonly CardPart[]
  note: string
}

const outdatesCards = (clientId: string) => ({ invalidates: sharedCardQueries.list(clientId).queryKey })

/** The dialog shows failures. */
export const sharedCardMutations = {
  /** The cache does not keep the secret of the response. */
  share: (clientId: string, patientId: string) =>
    mutationOptions({
      mutationFn: async ({ parts, note }: Wanted) => {
        const json = { parts, ...(note.trim() && { note: note.trim() }) }
        return readNewCard(await api.post(paths.newSharedCard(clientId, patientId), { json, silent: true }))
      },
      gcTime: 0,
      meta: outdatesCards(clientId),
    }),

  /** A link that has ended meanwhile (404) is a success. */
  revoke: (clientId: string) =>
    mutationOptions({
      mutationFn: (cardId: string) => api.delete(paths.sharedCard(clientId, cardId), { silent: true, nullOn404: true }),
      meta: outdatesCards(clientId),
    }),
}
